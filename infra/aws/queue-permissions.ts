/** Readiness asks whether the queue is there, so who sends may look at it too. */
export function maySend(...queues: sst.aws.Queue[]) {
  return {
    actions: ["sqs:SendMessage", "sqs:GetQueueAttributes"],
    resources: queues.map(({ arn }) => arn),
  };
}

/** What the event source does in the worker's name. */
export function mayReceive(queue: sst.aws.Queue) {
  return {
    actions: [
      "sqs:ReceiveMessage",
      "sqs:DeleteMessage",
      "sqs:ChangeMessageVisibility",
      "sqs:GetQueueAttributes",
    ],
    resources: [queue.arn],
  };
}

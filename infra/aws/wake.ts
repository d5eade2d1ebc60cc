/** Feeds a worker from its queue by its name: what the worker may do is written where it is made. */
export function wake(
  queue: sst.aws.Queue,
  worker: sst.aws.Function,
  { maximumConcurrency }: { maximumConcurrency: number },
) {
  queue.subscribe(worker.arn, {
    // One browser a function: a second message would wait behind the first one's minutes.
    batch: { size: 1, partialResponses: true },
    transform: { eventSourceMapping: { scalingConfig: { maximumConcurrency } } },
  });
}

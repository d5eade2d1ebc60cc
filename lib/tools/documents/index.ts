export {
  type AnswerSchema,
  type ControlOperation,
  defineOperation,
  OfferedFile,
  operationCodes,
} from "./control-operation.ts";
export { ErrorBody, ErrorEnvelope, Meta, pageEnvelope, paginationOf } from "./envelopes.ts";
export { exampleCall } from "./example-call.ts";
export { type Field, fieldsOf, type Limit } from "./fields.ts";
export { isSchema, type JsonSchema, jsonSchemaOf } from "./json-schema.ts";
export { llmsText } from "./llms.ts";
export { apiVersion, openApiDocument } from "./openapi/document.ts";
export { executePath } from "./openapi/tool-path.ts";
export { detailOf, summaryOf, ToolDetail, ToolSummary } from "./tool-listing.ts";

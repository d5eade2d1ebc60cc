export { alarmTopic } from "./alarm.ts";
import "./error-rate-alarms.ts";
import "./function-alarms.ts";
import "./queue-alarms.ts";
import "./work-alarms.ts";

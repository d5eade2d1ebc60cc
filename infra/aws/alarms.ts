export { alarmTopic } from "./alarm.ts";
import "./function-alarms.ts";
import "./queue-alarms.ts";

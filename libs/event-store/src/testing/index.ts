export { FakeEventStore, type FakeOptions } from './esdb/fake-event-store.js';
export type { Fault, FaultKind, Moment } from './esdb/fault-plan.js';

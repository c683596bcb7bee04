export { describeEventStore, type ContractStore, type MakeContractStore } from './contract.js';
export { FakeEventStore, type FakeOptions } from './esdb/fake-event-store.js';
export { FAULT_KINDS, type Fault, type FaultKind, type Moment } from './esdb/fault-plan.js';

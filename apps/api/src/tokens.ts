/** The application: what commands and views come from. */
export const ENCOUNTERS = Symbol('Encounters');
/** The rule sets that there are. */
export const RULESETS = Symbol('RuleSetRegistry');
/** What the environment says. */
export const CONFIG = Symbol('Config');
/** The log. */
export const LOG = Symbol('Logger');
/** What signs heads and makes dice. */
export const KEYS = Symbol('ServerKeys');
/** The store of events. */
export const STORE = Symbol('EventStore');

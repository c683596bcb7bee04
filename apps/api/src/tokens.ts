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
/** Who may come in. */
export const ACCESS = Symbol('Access');
/** What time it is. */
export const CLOCK = Symbol('Clock');
/** Counts of calls. */
export const RATES = Symbol('Rates');
/** The store of events. */
export const STORE = Symbol('EventStore');

import { EVENT_TYPES } from '@bitacora/engine';
import { upcaster, type Upcast } from './upcast.js';

/** Every change that the data of an event type ever went through; a step is never changed or removed. */
const STEPS: readonly Upcast[] = [];

/** The product's upcaster. */
export const UPCASTER = upcaster(STEPS, EVENT_TYPES);

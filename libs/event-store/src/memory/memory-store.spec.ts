import { describeEventStore } from '../testing/contract.js';
import { MemoryContent, MemoryStore } from './memory-store.js';

describeEventStore('memory', async () => {
  const content = new MemoryContent();
  const store = new MemoryStore(content);
  return {
    store,
    prefix: 't-',
    reopen: async () => {
      await store.close();
      return new MemoryStore(content);
    },
    another: async () => new MemoryStore(content),
    dispose: () => store.close(),
  };
});

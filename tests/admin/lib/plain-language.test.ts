import { expect, it, vi } from 'vitest';

const loadFacts = async () => {
  vi.resetModules();
  return import('@/lib/api/plain/facts');
};

it('the language of another server is known to the next tab before its first request', async () => {
  const first = await loadFacts();
  first.learnRows('tags', [{ id: 1, slug: 'neu', language: 'de' }]);
  first.keepFacts({ refusesIds: true });
  sessionStorage.clear();

  expect((await loadFacts()).factsOfServer()).toEqual({ language: 'de' });
});

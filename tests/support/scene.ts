import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Deps } from '@/server/core/deps';
import { buildScene, type Scene } from './factories';
import { type TestApp, testApp } from './server';

/**
 * The API of a test file and the users of its scene: one database per file, emptied and filled again before each test. Both
 * objects are filled in place, so a test file may destructure them at its top.
 */
export function setUpScene(more: Partial<Deps> = {}): { api: TestApp; scene: Scene } {
  // Empty only until the hooks have run, before any test.
  const api = {} as TestApp;
  const scene = {} as Scene;

  beforeAll(async () => {
    Object.assign(api, await testApp(more));
  });
  beforeEach(async () => {
    await api.reset();
    delete scene.picture;
    Object.assign(scene, await buildScene(api.db));
  });
  afterAll(() => api.close());

  return { api, scene };
}

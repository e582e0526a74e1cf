import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Deps } from '@/server/core/http/route';
import { buildScene, type Scene } from './factories';
import { type TestApp, testApp } from './server';

/**
 * The API of a test file and the people of its scene: one database for the file, emptied and peopled anew before each
 * test. Both are filled in place, so they may be taken apart at the top of the file.
 */
export function setUpScene(more: Partial<Deps> = {}): { api: TestApp; scene: Scene } {
  // Empty only until the hooks have run, and no test runs before them.
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

import { storeCredentials } from '@/lib/session/session';
import { mockHandlers } from '@/mock/handlers';
import { findTokenOwner, makeWorld, mockToken, type World } from '@/mock/world';
import { server } from './server';

/** The API of `npm run dev` for one test: the recorded rows of every family, for a signed-in account. */
export function startMockApi(email = 'admin@demo.ru'): World {
  const world = makeWorld();
  const token = mockToken(email);
  const permissions = findTokenOwner(world, token)?.session.permissions ?? [];
  server.use(...mockHandlers(world));
  storeCredentials({ token, permissions, role: permissions[0] ?? '' });
  return world;
}

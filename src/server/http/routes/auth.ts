import type { FastifyInstance } from 'fastify';
import { loginSchema } from '@/contract/auth/schema';
import { signedIn } from '@/contract/permissions';
import { me, signIn, signOut } from '../../services/sessions';
import { validate } from '../../validate';
import { type Deps, handle } from '../handle';

/** Session endpoints (reference endpoints §3). */
export function authRoutes(app: FastifyInstance, deps: Deps): void {
  app.post(
    '/token',
    handle(deps, { allow: 'public' }, async (ctx, { body, request }) => {
      const input = await validate(loginSchema, body);
      return signIn(ctx, input, request.headers['user-agent']);
    }),
  );
  app.post(
    '/logout',
    handle(deps, { allow: 'public', write: true }, async (ctx) => {
      await signOut(ctx);
      return true;
    }),
  );
  app.get(
    '/me',
    handle(deps, { allow: signedIn }, (ctx) => me(ctx)),
  );
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findAction } from '@/contract/actions';
import { holds, limited, type Right } from '@/contract/core/areas';
import type { SessionUser } from '../context';
import { apiBase } from '../files/attachments';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The right that the route asks of people whose role limits them. */
    right?: Right | undefined;
    /** A look through a vendor's eyes may ask it. */
    isOpenInView?: boolean;
    /** Address with the names of its parameters. */
    endpoint?: string;
  }
}

/** Looks the declaration of every route up as it is registered; a route without one, or without a right, stops the start. */
export function guardRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (made) => {
    const path = made.url.slice(apiBase.length + 1);
    if (path === '' || path === '*') return;
    for (const method of [made.method].flat()) {
      if (method === 'HEAD' || method === 'OPTIONS') continue;
      const { right, inView = method === 'GET' } = findAction(method, path) ?? {};
      if (!right)
        throw new Error(`${method} ${path} is declared in no actions.ts of src/contract, or has no right`);
      made.config = { ...made.config, endpoint: path, isOpenInView: inView };
      if (right.includes(':')) made.config.right = right as Right;
    }
  });
}

/** The right that the person lacks for this request; undefined when nothing is missing. */
export function lackedRight(request: FastifyRequest, user: SessionUser | null): Right | undefined {
  if (!user?.permissions.includes(limited)) return undefined;
  const { right } = request.routeOptions.config;
  return right && !holds(user.permissions, right) ? right : undefined;
}

/** Whoever lacks the right of an endpoint is there what any customer is. */
export const asCustomer = (user: SessionUser): SessionUser => ({
  ...user,
  permissions: ['customer'],
  ownedShopIds: [],
  managedShopId: null,
});

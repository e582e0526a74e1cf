import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import * as yup from 'yup';
import { adminOnly } from '@/contract/core/permissions';
import { toAppError } from '@/server/core/errors';
import { route } from '@/server/core/http/route';
import { setUpScene } from '../../support/scene';
import { signIn } from '../../support/session';

const { api, scene } = setUpScene();

const schema = yup.object({
  name: yup.string().trim().required('error-name-required'),
  count: yup.number().integer().default(1),
});

/** Sends a body to a route for administrators, and records the steps that the route reached. */
async function send(body: unknown, user?: { id: number }) {
  const steps: unknown[] = [];
  const before = async () => void steps.push('before');
  const handler = route(
    api.deps,
    { allow: adminOnly, write: true, before, body: schema },
    async (ctx, call) => {
      steps.push({ isTransaction: ctx.db.isTransaction, input: call.input, keys: Object.keys(call.body) });
      return 'done';
    },
  );
  const token = user && (await signIn(api.db, user.id, api.now()));
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const request = { params: {}, query: {}, body, headers, method: 'POST', ip: '', id: '1' };
  const answer = await handler(request as unknown as FastifyRequest, {} as FastifyReply).catch(
    (error: unknown) => toAppError(error).code,
  );
  return { answer, steps };
}

describe('a route with a schema', () => {
  it('passes what the schema reads, without other keys, and the body as it was sent', async () => {
    expect(await send({ name: ' Чай ', count: '2', price: 5 }, scene.super_admin)).toEqual({
      answer: 'done',
      steps: [
        'before',
        { isTransaction: true, input: { name: 'Чай', count: 2 }, keys: ['name', 'count', 'price'] },
      ],
    });
  });

  it('reads a body that is no object as an empty one', async () => {
    expect(await send([1], scene.super_admin)).toEqual({ answer: 'VALIDATION_FAILED', steps: ['before'] });
  });

  it('counts a wrong body for its limit, and does not run', async () => {
    expect(await send({ count: 2 }, scene.super_admin)).toEqual({
      answer: 'VALIDATION_FAILED',
      steps: ['before'],
    });
  });

  it.each([
    ['a guest', () => undefined, 'NOT_AUTHENTICATED'],
    ['anybody without the right', () => scene.store_owner, 'FORBIDDEN'],
  ])('refuses %s before the body is looked at', async (_who, user, code) => {
    expect(await send({}, user())).toEqual({ answer: code, steps: [] });
  });
});

import type { HttpHandler } from 'msw';
import type { AuthAnswer } from '@/contract/accounts/auth';
import { loginSchema } from '@/contract/accounts/auth/schema';
import { signedIn } from '@/contract/core/permissions';
import { type Call, endpoint } from './endpoint';
import { Refusal } from './refusal';
import { demoPassword, mockToken, type Person, type World } from './world';

export function sessionHandlers(world: World): HttpHandler[] {
  return [
    endpoint(world, ['post', 'token'], 'public', signIn),
    endpoint(world, ['post', 'logout'], 'public', () => true),
    endpoint(world, ['get', 'me'], signedIn, ({ person }) => requirePerson(person).me),
    // The event stream has no events, and the panel stops connecting after a refusal.
    endpoint(world, ['get', 'live'], signedIn, () => {
      throw new Refusal('NOT_FOUND');
    }),
  ];
}

async function signIn({ world, body }: Call): Promise<AuthAnswer> {
  const { email, password } = await loginSchema.validate(body, { abortEarly: false });
  const person = world.people[email];
  if (!person || password !== demoPassword) return { token: null, permissions: [] };
  return { ...person.session, token: mockToken(email) };
}

/** Handlers of endpoints for signed-in users have a person. */
export function requirePerson(person: Person | undefined): Person {
  if (!person) throw new Refusal('NOT_AUTHENTICATED');
  return person;
}

import type { HttpHandler } from 'msw';
import type { AuthAnswer, Me } from '@/contract/accounts/auth';
import { loginSchema } from '@/contract/accounts/auth/schema';
import { type Role, signedIn } from '@/contract/core/permissions';
import { type Call, endpoint } from './endpoint';
import { Refusal } from './refusal';
import { permissionRows, shopStub } from './rows/people';
import { demoPassword, type Person, personOf, tokenOf, type World } from './world';

/** Sign-in of the demo accounts, and who is signed in. */
export function sessionHandlers(world: World): HttpHandler[] {
  return [
    endpoint(world, ['post', 'token'], 'public', signIn),
    endpoint(world, ['post', 'logout'], 'public', () => true),
    endpoint(world, ['get', 'me'], signedIn, ({ person }) => meOf(required(person))),
    // The event stream has no events, and the panel stops connecting after a refusal.
    endpoint(world, ['get', 'live'], signedIn, () => {
      throw new Refusal('NOT_FOUND');
    }),
  ];
}

async function signIn({ world, body }: Call): Promise<AuthAnswer> {
  const { email, password } = await loginSchema.validate(body, { abortEarly: false });
  const person = personOf(world, tokenOf(email));
  if (!person || password !== demoPassword) return { token: null, permissions: [] };
  const permissions = person.user.permissions.map(({ name }) => name);
  return { token: tokenOf(email), permissions, role: permissions[0] as Role, email_verified: true };
}

/** Handlers of endpoints for signed-in users have a person. */
export function required(person: Person | undefined): Person {
  if (!person) throw new Refusal('NOT_AUTHENTICATED');
  return person;
}

function meOf({ user, owned, managed }: Person): Me {
  const { id, name, email, email_verified, email_verified_at, is_active, permissions, profile } = user;
  const { avatar, bio, contact, contact_verified } = profile;
  return {
    id,
    name,
    email,
    email_verified,
    email_verified_at,
    is_active,
    permissions: permissions.length > 0 ? permissions : permissionRows('customer'),
    profile: { avatar, bio, contact, contact_verified, notifications: { email: null, enable: false } },
    wallet: null,
    two_factor: false,
    shops: owned.map(shopStub),
    managed_shop: managed && shopStub(managed),
    shop_id: managed?.id ?? owned[0]?.id ?? null,
    notice: null,
  };
}

import type * as yup from 'yup';
import { action, as, type ById, type WithVersion } from '@/contract/core/action';
import type { Page } from '@/contract/core/paging';
import { adminOnly, adminOwnerStaff, signedIn } from '@/contract/core/permissions';
import { type Address, type AddressInput, addressSchema } from './addresses/schema';
import type { AuthAnswer, DemoEmail, Me } from './auth';
import { type PersonalDataView, type RevealedContact, revealSchema } from './personal-data';
import type { SignInAddress, SignInLink, SignInProviders } from './providers';
import {
  type NewProviderInput,
  newProviderSchema,
  type ProviderInput,
  providerSchema,
  signInLinkSchema,
  startSignInSchema,
} from './providers/schema';
import { giveRoleSchema, type InvitedRow, inviteSchema } from './roles/schema';
import {
  addPointsSchema,
  blockSchema,
  makeAdminSchema,
  type PersonConsent,
  type User,
  unblockSchema,
  type WalletLine,
} from './users/schema';
import type { OpenedView, VendorViewRow } from './vendor-views';
import { type ViewInput, viewSchema } from './vendor-views/schema';

export * from './auth/actions';

/** What can be asked of accounts, besides the rows of its families. */

export const startSignIn = action('POST sign-in/start', 'Begins a sign-in at another service.', {
  right: 'own',
  allow: 'public',
  capability: 'sign-in-providers',
  body: startSignInSchema,
  answer: as<SignInAddress>(),
});
export const receiveReturn = action(
  'GET sign-in/callback',
  'Where another service sends the browser back after a sign-in.',
  {
    right: 'own',
    allow: 'public',
    capability: 'sign-in-providers',
    inView: false,
  },
);
export const finishSignIn = action(
  'POST sign-in/finish',
  'Signs in whom the provider named; a second factor is still required.',
  { right: 'own', allow: 'public', capability: 'sign-in-providers', answer: as<AuthAnswer>() },
);
export const listLinks = action('GET sign-in/links', 'What the person may link, and what is linked.', {
  right: 'own',
  allow: signedIn,
  capability: 'sign-in-providers',
  inView: false,
  oneFactor: true,
  answer: as<SignInLink[]>(),
});
export const startLink = action(
  'POST sign-in/links/start',
  'Begins the linking of an account at another service.',
  {
    right: 'own',
    allow: signedIn,
    capability: 'sign-in-providers',
    oneFactor: true,
    body: signInLinkSchema,
    answer: as<SignInAddress>(),
  },
);
export const finishLink = action(
  'POST sign-in/links/finish',
  'Links the account that another service named.',
  {
    right: 'own',
    allow: signedIn,
    capability: 'sign-in-providers',
    oneFactor: true,
    answer: as<SignInLink[]>(),
  },
);
export const removeLink = action(
  'POST sign-in/links/remove',
  'Removes the link with an account at another service; the password shows that another way in remains.',
  {
    right: 'own',
    allow: signedIn,
    capability: 'sign-in-providers',
    oneFactor: true,
    body: signInLinkSchema,
    answer: as<SignInLink[]>(),
  },
);
export const listProviders = action(
  'GET sign-in/providers',
  'Services to sign in with, without their secrets.',
  {
    right: 'integrations:read',
    allow: adminOnly,
    capability: 'sign-in-providers',
    inView: false,
    answer: as<SignInProviders>(),
  },
);
export const addProvider = action('POST sign-in/providers', 'Adds a service to sign in with.', {
  right: 'integrations:decide',
  allow: adminOnly,
  capability: 'sign-in-providers',
  confirm: true,
  body: newProviderSchema,
  sends: as<NewProviderInput>(),
  answer: as<SignInProviders>(),
});
export const changeProvider = action('PUT sign-in/providers/:id', 'Changes a service to sign in with.', {
  right: 'integrations:decide',
  allow: adminOnly,
  capability: 'sign-in-providers',
  confirm: true,
  body: providerSchema,
  sends: as<ProviderInput & WithVersion>(),
  answer: as<SignInProviders>(),
});
export const removeProvider = action(
  'DELETE sign-in/providers/:id',
  'Removes a service to sign in with, and its links.',
  { right: 'integrations:decide', allow: adminOnly, capability: 'sign-in-providers' },
);
export const banUser = action(
  'POST users/block-user',
  'Bans a user, ends their sessions and closes their shops.',
  { right: 'customers:write', allow: adminOnly, body: blockSchema },
);
export const unbanUser = action(
  'POST users/unblock-user',
  'Lifts a ban or approves a waiting vendor; shops stay closed.',
  { right: 'customers:write', allow: adminOnly, body: unblockSchema, sends: as<ById>() },
);
export const makeAdmin = action(
  'POST users/make-admin',
  'Grants or revokes the administrator role; without `grant` toggles it.',
  { right: 'team:decide', allow: adminOnly, confirm: true, body: makeAdminSchema },
);
export const addPoints = action(
  'POST add-points',
  'Credits a customer with whole points; the schema requires more than zero.',
  { right: 'finance:write', allow: adminOnly, confirm: true, body: addPointsSchema },
);
export const listWalletLines = action('GET users/:key/wallet', 'Points of a person, latest first.', {
  right: 'customers:read',
  allow: signedIn,
  capability: 'wallet-history',
  answer: as<Page<WalletLine>>(),
});
export const listConsents = action(
  'GET users/:key/consents',
  'Consents that a person gave, oldest first; none for accounts created by others.',
  { right: 'customers:read', allow: adminOnly, capability: 'consents', answer: as<PersonConsent[]>() },
);
export const listAddresses = action('GET address', "Own addresses, or any user's for an administrator.", {
  right: 'customers:read',
  allow: signedIn,
  capability: 'address-book',
  answer: as<Address[]>(),
});
export const addAddress = action('POST address', 'Adds an address to a customer, by default to oneself.', {
  right: 'customers:write',
  allow: signedIn,
  capability: 'address-book',
  created: true,
  body: addressSchema,
  sends: as<AddressInput & { customer_id: number }>(),
  answer: as<Address>(),
});
export const updateAddress = action('PUT, PATCH address/:key', 'Changes an address.', {
  right: 'customers:write',
  allow: signedIn,
  capability: 'address-book',
  sends: as<AddressInput>(),
  answer: as<Address>(),
});
export const removeAddress = action('DELETE address/:key', 'Moves an address to the trash.', {
  right: 'customers:write',
  allow: signedIn,
});
export const readMe = action('GET me', 'The signed-in person: rights, shops and what is to be set up.', {
  right: 'own',
  allow: signedIn,
  oneFactor: true,
  answer: as<Me>(),
});
export const lastEmail = action(
  'GET dev/email',
  'The letter that confirms the person’s own address, in a demo.',
  {
    right: 'own',
    allow: signedIn,
    capability: 'outbox',
    inView: false,
    unverified: true,
    answer: as<{ letter: DemoEmail | null }>(),
  },
);
export const startView = action('POST vendor-views', "Opens the panel as a shop's owner or staff sees it.", {
  right: 'customers:decide',
  allow: adminOnly,
  capability: 'vendor-views',
  created: true,
  body: viewSchema,
  sends: as<ViewInput>(),
  answer: as<OpenedView>(),
});
export const listShopViews = action(
  'GET shops/:key/views',
  "Who of the platform's team looked through the eyes of a shop's owner and staff, why, and what was read.",
  { right: 'shops:read', allow: adminOwnerStaff, capability: 'vendor-views', answer: as<VendorViewRow[]>() },
);
export const giveRole = action(
  'POST users/:key/role',
  'Gives a person of the team a role, or takes the role away.',
  {
    right: 'team:decide',
    allow: adminOnly,
    capability: 'roles',
    confirm: true,
    body: giveRoleSchema,
    answer: as<User>(),
  },
);
export const inviteToTeam = action('POST users/invite', 'Invites into the team by e-mail, as into a shop.', {
  right: 'team:decide',
  allow: adminOnly,
  capability: 'roles',
  confirm: true,
  body: inviteSchema,
  answer: as<{ id: number }>(),
});
export const listInvited = action(
  'GET users/invited',
  'Invitations into the team that wait, the newest first.',
  { right: 'team:read', allow: adminOnly, capability: 'roles', answer: as<InvitedRow[]>() },
);
export const withdrawInvitation = action(
  'DELETE users/invited/:key',
  'Withdraws an invitation: the mailed link opens nothing any more.',
  { right: 'team:decide', allow: adminOnly, capability: 'roles' },
);
export const reveal = action(
  'POST personal-data/reveal',
  'Shows one contact of a record that the person may read and works with, and keeps that it was shown.',
  {
    right: 'parts',
    allow: adminOwnerStaff,
    capability: 'personal-data',
    body: revealSchema,
    sends: as<yup.InferType<typeof revealSchema>>(),
    answer: as<RevealedContact>(),
  },
);
export const listPersonalDataViews = action(
  'GET personal-data/views',
  'Who looked at the contacts of a person, newest first.',
  {
    right: 'customers:read',
    allow: adminOnly,
    capability: 'personal-data',
    answer: as<Page<PersonalDataView>>(),
  },
);
export const listAdmins = action('GET admin/list', 'The people of the team.', {
  right: 'team:read',
  allow: adminOnly,
  answer: as<Page<User>>(),
});
export const listVendors = action('GET vendors/list', 'Owners of shops.', {
  right: 'customers:read',
  allow: adminOnly,
});
export const listCustomers = action('GET customers/list', 'People who buy.', {
  right: 'customers:read',
  allow: adminOnly,
});

import { describe, expect, it } from 'vitest';
import { resourceNames, resources } from '@/contract';
import { endpointsOf } from '../../support/endpoints';
import { buildUser } from '../../support/factories';
import { setUpScene } from '../../support/scene';

const { api, scene } = setUpScene();

/** Every endpoint of the API, as `GET boxes/:key`. */
function endpoints(): string[] {
  return endpointsOf(api.app)
    .filter(({ path }) => !path.includes('*'))
    .map(({ method, path }) => `${method} ${path}`)
    .sort();
}

/** Endpoints that do not refuse a user with the status `refusal`. */
async function openTo(user: { id: number } | null, refusal: number): Promise<string[]> {
  const open: string[] = [];
  for (const endpoint of endpoints()) {
    const [method = '', path = ''] = endpoint.split(' ');
    const { status } = await api.request(user, method as 'GET', path.replace(/:\w+/g, '999999'));
    if (status !== refusal) open.push(endpoint);
  }
  return open;
}

const publicFamilies = resourceNames.flatMap((name) => {
  const { allow, endpoint } = resources[name];
  return [
    ...(allow.list === 'public' ? [`GET ${endpoint}`] : []),
    ...(allow.read === 'public' ? [`GET ${endpoint}/:key`] : []),
  ];
});

/** Endpoints without a session. A new one must be added here. */
const publicEndpoints: string[] = [
  // Its body says nothing by itself.
  'POST webhooks/atol',
  'GET app-versions/current',
  'GET best-selling-products',
  'GET check-availability',
  'GET delivery-times',
  'GET delivery-times/:key',
  'GET download-invoice/token/:token',
  'GET download_url/token/:token',
  'GET export-order/token/:token',
  'GET contact/open/:id/:secret',
  'GET email/change/:id/:secret',
  'GET email/verify/:id/:secret',
  'GET featured-categories',
  'GET health',
  'GET health/live',
  'GET near-by-shop/:lat/:lng',
  // Its secret is the right: the customer of an order may be a guest.
  'GET order-changes/:secret',
  'GET payment-links/:secret',
  'GET orders/:key/payment',
  'GET orders/guest/:token',
  'GET orders/tracking-number/:key',
  'GET payment-intent',
  'GET popular-products',
  'GET receipt-pages/:secret',
  'GET register/confirm/:id/:secret',
  'GET settings',
  'GET sign-in/callback',
  'GET top-authors',
  'GET top-manufacturers',
  'POST advertising-banners/:key/click',
  'POST advertising-banners/:key/view',
  'POST api/admin/auth/check-code',
  'POST api/admin/auth/send-code',
  'POST contact-us',
  'POST coupons/verify',
  'POST forget-password',
  'POST license-key/verify',
  'POST logout',
  'POST newsletter/confirm',
  'POST newsletter/unsubscribe',
  'POST order-changes/:secret',
  'POST payment-links/:secret',
  'POST orders',
  'POST orders/checkout/verify',
  'POST orders/payment',
  'POST otp-login',
  'POST register',
  'POST reset-password',
  'POST send-otp-code',
  'POST sign-in/finish',
  'POST sign-in/start',
  'POST social-login-token',
  'POST subscribe-to-newsletter',
  'POST token',
  'POST token/passkey',
  'POST token/passkey/options',
  'POST token/second-factor',
  'POST verify-forget-password-token',
  'POST verify-otp-code',
  'PUT orders/:key/gateway',
];

/** Further endpoints for customers of the storefront, each with the reason or their own data. */
const customersEndpoints: string[] = [
  'DELETE cards/:key',
  'DELETE me/passkeys/:id',
  'GET me/passkeys',
  'POST invitations/accept',
  'POST me/confirm',
  'POST me/confirm/passkey',
  'POST me/passkeys',
  'POST me/passkeys/options',
  'POST me/shop',
  'DELETE wishlists/:key',
  'GET cards',
  'POST cards',
  'POST save-payment-method',
  'POST set-default-card',
  'PUT cards/:key',
  'GET my-wishlists',
  'GET sign-in/links',
  'POST sign-in/links/finish',
  'POST sign-in/links/remove',
  'POST sign-in/links/start',
  'GET wishlists',
  'GET wishlists/in_wishlist/:key',
  'POST wishlists',
  'POST wishlists/toggle',
  'DELETE address/:key',
  'DELETE attachments/:id',
  'GET attachments/:id',
  'DELETE notify-logs/:key',
  'DELETE sessions/:id',
  'GET address',
  'GET cities',
  'GET conversations',
  'GET conversations/:key',
  'GET conversations/unread',
  'GET dialogs',
  'GET delivery-classes',
  'GET delivery-classes/:key',
  'GET downloads',
  'GET follow-shop',
  'GET followed-shops',
  'GET geocode',
  'GET me',
  'GET messages/conversations/:key',
  'GET notification-preferences',
  'GET notify-logs',
  'GET notify-logs/:key',
  'GET notify-logs/unread',
  'GET orders',
  'GET orders/counts',
  'GET points',
  'GET orders/:key/invoice',
  'GET orders/:key/refundable',
  'POST download-invoice-url',
  'GET refunds',
  'GET refunds/:key',
  'GET sessions',
  'GET users/:key/wallet',
  'PATCH address/:key',
  'PATCH users/:key',
  'POST address',
  'POST attachments',
  'POST change-password',
  'POST consents',
  'POST conversations',
  'POST downloads/digital_file',
  'POST email/verification-notification',
  'POST follow-shop',
  'POST messages/conversations/:key',
  'POST messages/seen/:key',
  'POST notify-log-read-all',
  'POST notify-log-seen',
  'POST refunds',
  'POST sessions/revoke-others',
  'POST two-factor/confirm',
  'POST two-factor/disable',
  'POST two-factor/recovery-codes',
  'POST two-factor/setup',
  'POST update-contact',
  'POST update-email',
  'POST users/bulk/set',
  'POST users/bulk/set/preview',
  'POST reviews/bulk/set/preview',
  'GET feedbacks',
  'GET feedbacks/:key',
  'GET my-questions',
  'GET my-reports',
  'PATCH reviews/:key',
  'POST abusive_reports',
  'POST feedbacks',
  'POST questions',
  'POST reviews',
  'POST reviews/bulk/set',
  'PUT reviews/:key',
  'PUT address/:key',
  'PUT notification-preferences',
  'PUT users/:key',
];

/** With an ended session nobody buys as a guest by mistake. */
const checkout = ['POST orders', 'POST orders/checkout/verify'];

/** Authenticated by the bank's signature instead of a session: anything else is 403. */
const signed = ['POST webhooks/sbp'];

describe('endpoints', () => {
  it('are all covered', () => {
    expect(endpoints().length).toBeGreaterThan(200);
    expect(endpoints()).toContain('PATCH api/admin/boxes/:key');
  });

  it('require a session, except for the public ones', async () => {
    expect(await openTo(null, 401)).toEqual([...publicFamilies, ...publicEndpoints, ...signed].sort());
  });

  it('are open to customers only where the storefront needs them', async () => {
    const expected = [...publicFamilies, ...publicEndpoints, ...customersEndpoints];
    expect(await openTo(scene.customer, 403)).toEqual(expected.sort());
  });

  it('refuse the session of a blocked user, also where anybody may read', async () => {
    const blocked = await buildUser(api.db, { role: 'super_admin', isActive: false });
    const unread = (await openTo(null, 401)).filter(
      (endpoint) =>
        (!endpoint.startsWith('GET ') && !checkout.includes(endpoint)) || endpoint.startsWith('GET health'),
    );
    expect(await openTo(blocked, 401)).toEqual(unread);
  });
});

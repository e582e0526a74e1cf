import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';

const nothing = { data: [], total: 0, current_page: 1, last_page: 1 };

/**
 * The mocked network; a test defines responses with `server.use(http.get('/admin/rest/…', …))`. Requests that every
 * page makes get empty responses, and nothing is in use.
 */
export const server = setupServer(
  http.get('*/rest/conversations/unread', () => HttpResponse.json({ messages: 0, conversations: 0 })),
  http.get('*/rest/store-notices/unread', () => HttpResponse.json({ total: 0, high: [] })),
  http.get('*/rest/audit', () => HttpResponse.json(nothing)),
  http.get('*/rest/:family/:id/uses', () => HttpResponse.json({ uses: {}, slug: null })),
  http.post('*/rest/:family/bulk/uses', () => HttpResponse.json({ refused: 0, uses: {} })),
  http.post('*/rest/presence', () => HttpResponse.json({ editors: [] })),
  ...['approvals', 'personal-data/views'].map((path) =>
    http.get(`*/rest/${path}`, () => HttpResponse.json(nothing)),
  ),
  ...['saved-views', 'sign-in/links', 'me/passkeys', 'shops/:id/twins', 'shops/:id/views'].map((path) =>
    http.get(`*/rest/${path}`, () => HttpResponse.json([])),
  ),
  http.get('*/rest/orders/:id/payment-links', () => HttpResponse.json([])),
  ...['coupons', 'flash-sale', 'reply-templates', 'tags'].map((family) =>
    http.get(`*/rest/${family}`, () => HttpResponse.json(nothing)),
  ),
  http.get('*/rest/orders/:id/receipts', () =>
    HttpResponse.json({ is_part: false, receipts: [], coming: [], sums: null }),
  ),
  http.get('*/rest/:family/counts', () => HttpResponse.json({})),
  http.get('*/rest/shops/:id/file', () => HttpResponse.json({ message: 'NOT_FOUND' }, { status: 404 })),
);

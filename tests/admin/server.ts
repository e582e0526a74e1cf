import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';

/**
 * The mocked network; a test defines responses with `server.use(http.get('/admin/rest/…', …))`. Requests that every
 * page makes get empty responses.
 */
export const server = setupServer(
  http.get('*/rest/conversations/unread', () => HttpResponse.json({ messages: 0, conversations: 0 })),
  http.get('*/rest/store-notices/unread', () => HttpResponse.json({ total: 0, high: [] })),
  http.get('*/rest/audit', () => HttpResponse.json({ data: [], total: 0, current_page: 1, last_page: 1 })),
  http.post('*/rest/presence', () => HttpResponse.json({ editors: [] })),
);

import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';

/**
 * The faked network; a test says what it answers with `server.use(http.get('/admin/rest/…', …))`. What every page asks
 * for beside its own is answered with nothing.
 */
export const server = setupServer(
  http.get('*/rest/conversations/unread', () => HttpResponse.json({ messages: 0, conversations: 0 })),
  http.get('*/rest/store-notices/unread', () => HttpResponse.json({ total: 0, high: [] })),
  http.post('*/rest/presence', () => HttpResponse.json({ editors: [] })),
);

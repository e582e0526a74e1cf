import { setupServer } from 'msw/node';

/** The faked network; a test says what it answers with `server.use(http.get('/admin/rest/…', …))`. */
export const server = setupServer();

import { get, language, send, token } from './client.js';

/**
 * What an admin of the dialect does with a record, without its screens: it keeps one language, sends back the whole row that
 * it has read, and makes a translation, which is a row of its own there, where the row is not in its language.
 */
window.admin = {
  async signIn(email, password) {
    token.set((await send('POST', 'token', { email, password })).token);
  },

  /** The oldest is the demo's: newer ones may be another test's, which counts what it finds there. */
  first: async (endpoint) => {
    const answer = await get(endpoint, { limit: 20, page: 1, orderBy: 'created_at', sortedBy: 'ASC' });
    return (answer.data ?? answer)[0];
  },

  create: (endpoint, body) => send('POST', endpoint, { language, ...body }),

  /** Reads the row by its slug where it has one, changes one text, and saves. */
  async edit(endpoint, { id, slug }, key, text) {
    const row = await get(`${endpoint}/${slug ?? id}`);
    const body = { ...row, [key]: text, language };
    if (row.translated_languages && !row.translated_languages.includes(language))
      return send('POST', endpoint, { ...body, slug: row.slug });
    return send(endpoint.startsWith('api/admin/') ? 'PATCH' : 'PUT', `${endpoint}/${id}`, body);
  },

  remove: (endpoint, id) => send('DELETE', `${endpoint}/${id}`),
};

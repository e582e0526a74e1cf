import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
// Preloaded: loading during a test may exceed its timeout on a busy machine.
import '@/contract/catalogue/attributes/schema';
import { expect, it } from 'vitest';
import { attributes } from '@/contract/catalogue/attributes';
import { resourcePage } from '@/crud/resource-page';
import { api, renderScreen } from '../crud/render-screen';
import { server } from '../server';

const Page = resourcePage(attributes);
const lamp = { id: 3, name: 'Лампы', slug: 'lampy' };

it.each([
  ['with its shop, as our server tells it', { shop_id: 3, shop: lamp }],
  ['with the id of its shop', { shop_id: 3 }],
  ['without any shop, as some servers of the dialect tell it', {}],
])('an attribute is saved %s', async (_how, more) => {
  const row = {
    ...{ id: 5, version: 2, name: 'Цвет', slug: 'tsvet', values: [{ id: 1, value: 'Белый', meta: '' }] },
    ...{ language: 'ru', translated_languages: ['ru'], full_name: 'Цвет' },
    ...{ created_at: '2026-01-02T10:00:00.000Z', updated_at: '2026-01-02T10:00:00.000Z', ...more },
  };
  let body: unknown;
  server.use(
    http.get(api('attributes/:key'), () => HttpResponse.json(row)),
    http.put(api('attributes/5'), async ({ request }) => {
      body = await request.json();
      return HttpResponse.json({ ...row, name: 'Оттенок', version: 3 });
    }),
  );
  renderScreen(<Page />, '/attributes/5/edit');

  const name = await screen.findByRole('textbox', { name: /Название/ });
  await userEvent.clear(name);
  await userEvent.type(name, 'Оттенок');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

  await waitFor(() => expect(body).toMatchObject({ name: 'Оттенок', slug: 'tsvet' }));
});

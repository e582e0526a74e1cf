import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { groups } from '@/contract/catalogue/groups';
import type { Group } from '@/contract/catalogue/groups/schema';
import { resourcePage } from '@/crud/resource-page';
import { GroupForm } from '@/features/catalogue/groups/group-form';
import { GroupTexts } from '@/features/catalogue/groups/group-texts';
import { api, renderScreen } from '../crud/render-screen';
import { withLanguages } from '../languages';
import { server } from '../server';

withLanguages('ru', 'en');

/** Group form: fields of the `settings` object, and translations. */
const Groups = resourcePage(groups, { Form: GroupForm, Texts: GroupTexts });

const initial = groups.initial.settings as unknown as Group['settings'];
const group: Group = {
  id: 5,
  version: 3,
  name: 'Подарки',
  slug: 'podarki',
  icon: null,
  promotional_sliders: [],
  banners: [
    { id: 7, title: 'Лето', description: null, image: null },
    { id: 8, title: 'Осень', description: 'Тепло', image: null },
  ],
  settings: {
    ...initial,
    layoutType: 'compact',
    bestSelling: { enable: true, title: 'Хиты' },
    handpickedProducts: {
      enable: true,
      title: 'Выбор',
      enableSlider: false,
      products: [{ id: 1, name: 'Кружка', slug: 'k' }],
    },
  },
  is_home: false,
  layout_type: 'compact',
  language: 'ru',
  translated_languages: ['ru'],
  created_at: '2026-01-02T10:00:00.000Z',
  updated_at: '2026-01-02T10:00:00.000Z',
};

function answerGroup() {
  const sent: Record<string, unknown>[] = [];
  server.use(
    http.get(api('types/:id'), () => HttpResponse.json(group)),
    http.get(api('types'), () => HttpResponse.json({ data: [] })),
    http.get(api('products'), () => HttpResponse.json({ data: [] })),
    http.put(api('types/:id'), async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json({ ...group, version: 4 });
    }),
  );
  return sent;
}

it('sends layout, home flag, blocks and picked products as one settings object', async () => {
  const sent = answerGroup();
  renderScreen(<Groups />, '/groups/podarki/edit');

  expect(await screen.findByRole('radio', { name: 'Компактная' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'Современная' }));
  await userEvent.click(screen.getByRole('switch', { name: 'Показывать как главную' }));
  await userEvent.click(screen.getByRole('switch', { name: 'Новинки' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Заголовок блока «Новинки»' }), 'Только привезли');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    version: 3,
    name: 'Подарки',
    settings: {
      isHome: true,
      layoutType: 'modern',
      productCard: 'helium',
      newArrival: { enable: true, title: 'Только привезли' },
      bestSelling: { enable: true, title: 'Хиты' },
      handpickedProducts: { enable: true, title: 'Выбор', products: [1] },
    },
    banners: [{ id: 7, title: 'Лето' }, { id: 8 }],
  });
});

it('sends translated titles only, each banner with its id', async () => {
  const sent = answerGroup();
  renderScreen(<Groups />, '/groups/podarki/translate');

  const name = await screen.findByRole('textbox', { name: /^Название/ });
  await userEvent.type(name, 'Gifts');
  const titles = screen.getAllByRole('textbox', { name: 'Заголовок' });
  // Blocks with a title, then banners.
  expect(titles).toHaveLength(4);
  await userEvent.type(titles[0] as HTMLElement, 'Best sellers');
  await userEvent.type(titles[3] as HTMLElement, 'Autumn');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    language: 'en',
    name: 'Gifts',
    settings: { bestSelling: { title: 'Best sellers' }, handpickedProducts: { title: '' } },
    banners: [{ id: 8, title: 'Autumn', description: '' }],
  });
  expect(sent[0]?.settings).not.toHaveProperty('isHome');
});

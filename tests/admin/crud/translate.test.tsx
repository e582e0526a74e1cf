import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it, onTestFinished } from 'vitest';
import { tags } from '@/contract/catalogue/tags';
import type { Language } from '@/contract/core/languages';
import { defaultSettings, type SettingsOptions } from '@/contract/settings';
import { resourcePage } from '@/crud/resource-page';
import { useSetSettings } from '@/state/settings';
import { withLanguages } from '../languages';
import { server } from '../server';
import { api, buildTag, pageOf, renderScreen } from './render-screen';

withLanguages('ru', 'en');

const Tags = resourcePage(tags);

/** The screen, and what stands for an answer of the server about its settings. */
function LateSettings({ settings }: { settings: Partial<SettingsOptions> }) {
  const arrive = useSetSettings();
  return (
    <>
      <Tags />
      <button type="button" onClick={() => arrive(settings)}>
        Ответ
      </button>
    </>
  );
}

it('shows the original next to each text and sends only the texts, in their language', async () => {
  let body: unknown;
  let address = '';
  const tag = buildTag(1, { name: 'Новинки', details: 'Всё свежее', version: 6 });
  server.use(
    http.get(api('tags/:key'), () => HttpResponse.json(tag)),
    http.get(api('tags'), () => HttpResponse.json(pageOf([tag]))),
    http.put(api('tags/1'), async ({ request }) => {
      body = await request.json();
      address = request.url;
      const translation = { name: 'New', details: '' };
      return HttpResponse.json({ ...tag, name: 'New', translation, version: 7 });
    }),
  );
  renderScreen(<Tags />, '/tags/metka-1/translate');

  expect(await screen.findByText('Всё свежее')).toBeInTheDocument();
  // Without a translation the API returns the original, which must not be saved as one.
  expect(screen.getByRole('textbox', { name: /Название/ })).toHaveValue('');
  expect(screen.queryByRole('textbox', { name: 'Адрес' })).not.toBeInTheDocument();
  await userEvent.type(screen.getByRole('textbox', { name: /Название/ }), 'New');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

  await waitFor(() => expect(body).toEqual({ name: 'New', details: '', language: 'en', version: 6 }));
  expect(new URL(address).searchParams.get('language')).toBe('en');
});

it('leaves empty what a translation lacks, but not a text that is the same in every language', async () => {
  // A name may be the same in Cyrillic, too, and an original in Latin may lack its translation.
  const texts = { name: 'Ёжик', details: 'Fresh' };
  const tag = buildTag(1, { ...texts, translated_languages: ['ru', 'en'], translation: { name: 'Ёжик' } });
  server.use(http.get(api('tags/:key'), () => HttpResponse.json(tag)));
  renderScreen(<Tags />, '/tags/metka-1/translate');

  expect(await screen.findByRole('textbox', { name: /Название/ })).toHaveValue('Ёжик');
  const details = screen.getByRole('textbox', { name: /Описание|О метке/ });
  expect(details).toHaveValue('');
  expect(details).toHaveAttribute('placeholder', '\u2068Fresh\u2069');
});

it('takes all texts of another server’s row in the language, which has no originals among them', async () => {
  const tag = buildTag(1, { name: 'XL', details: 'Fresh', translated_languages: ['ru', 'en'] });
  server.use(http.get(api('tags/:key'), () => HttpResponse.json(tag)));
  renderScreen(<Tags />, '/tags/metka-1/translate');

  expect(await screen.findByRole('textbox', { name: /Название/ })).toHaveValue('XL');
  expect(screen.getByRole('textbox', { name: /Описание|О метке/ })).toHaveValue('Fresh');
});

it('offers an unsaved translation again at the next visit', async () => {
  const tag = buildTag(1, { name: 'Новинки', details: 'Всё свежее' });
  server.use(http.get(api('tags/:key'), () => HttpResponse.json(tag)));
  renderScreen(<Tags />, '/tags/metka-1/translate');
  await userEvent.type(await screen.findByRole('textbox', { name: /Название/ }), 'New');
  await screen.findByText(/^Черновик сохранён/);
  cleanup();

  renderScreen(<Tags />, '/tags/metka-1/edit');
  await screen.findByRole('textbox', { name: /Название/ });
  expect(screen.queryByRole('button', { name: /^Восстановить черновик/ })).toBeNull();
  cleanup();

  renderScreen(<Tags />, '/tags/metka-1/translate');
  await userEvent.click(await screen.findByRole('button', { name: /^Восстановить черновик/ }));
  expect(screen.getByRole('textbox', { name: /Название/ })).toHaveValue('New');
});

it('offers missing translations in the row’s menu', async () => {
  server.use(http.get(api('tags'), () => HttpResponse.json(pageOf([buildTag(1)]))));
  renderScreen(<Tags />, '/tags');

  await userEvent.click(await screen.findByRole('button', { name: 'Другие действия: Метка 1' }));

  expect(screen.getByRole('link', { name: 'Перевести: Английский' })).toBeInTheDocument();
});

it('edits the whole row in the language of the texts that the person chose, whatever the panel speaks', async () => {
  window.localStorage.setItem('gostiny-texts', '"en"');
  onTestFinished(() => window.localStorage.removeItem('gostiny-texts'));
  server.use(http.get(api('tags/:key'), () => HttpResponse.json(buildTag(1))));
  renderScreen(<Tags />, '/tags/metka-1/edit');

  const choice = await screen.findByRole('combobox', { name: 'Язык текстов' });
  expect(choice).toHaveValue('en');
  expect(screen.queryByRole('textbox', { name: 'Адрес' })).not.toBeInTheDocument();
  await userEvent.selectOptions(choice, 'ru');

  expect(await screen.findByRole('textbox', { name: /Адрес/ })).toBeInTheDocument();
  expect(window.localStorage.getItem('gostiny-texts')).toBe('""');
});

it('offers a new row in every language: what is typed is its original', async () => {
  window.localStorage.setItem('gostiny-texts', '"en"');
  onTestFinished(() => window.localStorage.removeItem('gostiny-texts'));
  server.use(http.get(api('tags'), () => HttpResponse.json(pageOf([]))));
  renderScreen(<Tags />, '/tags');

  const links = await screen.findAllByRole('link', { name: 'Добавить метку' });
  expect(links[0]).toHaveAttribute('href', '/tags/create');
});

it('goes from one missing translation to the next, and back to the overview after the last', async () => {
  const asked: string[] = [];
  server.use(
    http.get(api('tags/:key'), ({ params }) => HttpResponse.json(buildTag(params.key === '2' ? 2 : 1))),
    http.put(api('tags/:id'), ({ params }) => HttpResponse.json(buildTag(Number(params.id), { version: 2 }))),
    http.get(api('translations/tags'), ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(`${searchParams.get('language')} ${searchParams.get('after') ?? ''}`);
      const rows =
        searchParams.get('after') === '1' ? [{ id: 2, title: 'Б', key: '2', lacks: ['name'] }] : [];
      return HttpResponse.json({ rows, total: 2 });
    }),
  );
  const { visits } = renderScreen(<Tags />, '/tags/1/translate?texts=en&fill=1');

  expect(await screen.findByText('Осталось перевести: 2 записи')).toBeInTheDocument();
  await userEvent.type(await screen.findByRole('textbox', { name: /Название/ }), 'New');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(visits.addresses.at(-1)).toBe('/tags/2/translate?texts=en&fill=1'));
  expect(asked).toContain('en 1');

  await userEvent.click(await screen.findByRole('button', { name: 'Пропустить' }));
  await waitFor(() => expect(visits.addresses.at(-1)).toBe('/translations'));
});

it.each([
  [['ru'], '/tags/1/edit'],
  [['ru', 'en'], '/tags/1/translate'],
])(
  'waits for slow settings before an address of a translation leads elsewhere: %s',
  async (languages, end) => {
    defaultSettings.languages = ['ru'];
    onTestFinished(() => {
      defaultSettings.languages = ['ru', 'en'];
    });
    server.use(http.get(api('tags/:key'), () => HttpResponse.json(buildTag(1))));
    const { visits } = renderScreen(
      <LateSettings settings={{ languages: languages as Language[] }} />,
      '/tags/1/translate',
    );
    expect(visits.addresses).toEqual(['/tags/1/translate']);

    await userEvent.click(screen.getByRole('button', { name: 'Ответ' }));

    await screen.findByRole('textbox', { name: /Название/ });
    expect(visits.addresses.at(-1)).toBe(end);
  },
);

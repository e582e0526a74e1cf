import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import i18next from 'i18next';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import * as yup from 'yup';
import type { AnyResource } from '@/contract/core/define';
import { attachments, calendarDay, colour, moment, relatedId } from '@/contract/core/rules';
import { resourcePage } from '@/crud/resource-page';
import { server } from '../server';
import { api, renderScreen } from './render-screen';

const schema = yup.object({
  name: yup.string().default(''),
  type: yup.string().default(''),
  amount: yup.string(),
  day: calendarDay(),
  since: moment(),
  tint: colour(),
  group_id: relatedId(),
  gallery: attachments(),
  values: yup
    .array(
      yup.object({
        id: yup.number(),
        value: yup.string().required('error-name-required'),
        tint: colour(),
      }),
    )
    .min(1, 'error-size-required'),
});

// Uses the name of a family that has screens; everything else is its own.
const family: AnyResource = {
  domain: 'catalogue',
  name: 'tags',
  endpoint: 'tags',
  updateMethod: 'PUT',
  schema: async () => schema,
  allow: { list: 'public', read: 'public', create: 'public', update: 'public', remove: 'public' },
  identity: 'id',
  titleOf: (row) => row.name,
  columns: [{ key: 'name', kind: 'title' }],
  fields: [
    { key: 'name', kind: 'text' },
    { key: 'type', kind: 'radio', options: ['fixed', 'percentage'] },
    { key: 'amount', kind: 'text', when: ({ type }) => type === 'fixed' },
    { key: 'day', kind: 'date' },
    { key: 'since', kind: 'datetime' },
    { key: 'tint', kind: 'colour' },
    {
      key: 'group_id',
      kind: 'relation',
      relation: { endpoint: 'types', labelKey: 'name', searchKey: 'name', stub: 'group' },
    },
    { key: 'gallery', kind: 'images' },
    {
      key: 'values',
      kind: 'items',
      items: [
        { key: 'value', kind: 'text', required: true },
        { key: 'tint', kind: 'colour' },
      ],
    },
  ],
  filters: [],
  search: { name: 'like' },
  defaultSort: { orderBy: 'created_at', sortedBy: 'desc' },
  pageSize: 10,
  translatable: [],
  after: { create: 'list', update: 'stay' },
  initial: {},
};

const Page = resourcePage(family);

/** Labels of the fields that no family has. */
const own = [
  'amount',
  'day',
  'since',
  'tint',
  'group_id',
  'gallery',
  'values',
  'values-value',
  'values-tint',
];
i18next.addResources(
  'ru',
  'common',
  Object.fromEntries(own.map((key) => [`fields.${key}`, `fields.${key}`])),
);

const stored = {
  id: 5,
  version: 3,
  created_at: '2026-01-02T10:00:00.000Z',
  updated_at: '2026-01-02T10:00:00.000Z',
  name: 'Цвет',
  type: 'fixed',
  amount: '10',
  day: '2026-03-01',
  since: '2026-03-01T09:15:00.000Z',
  tint: '#aa0000',
  group_id: 2,
  group: { id: 2, name: 'Одежда', slug: 'odezhda' },
  gallery: [
    { id: 8, original: '/a.png', thumbnail: '/a.png' },
    { id: 9, original: '/b.png', thumbnail: '/b.png' },
  ],
  values: [
    { id: 71, value: 'Красный', tint: '#ff0000' },
    { id: 72, value: 'Синий', tint: '#0000ff' },
  ],
};

function open(answer: (body: Record<string, unknown>) => Response | Promise<Response>) {
  server.use(
    http.get(api('tags/5'), () => HttpResponse.json(stored)),
    http.get(api('types'), () => HttpResponse.json({ data: [{ id: 4, name: 'Обувь', slug: 'obuv' }] })),
    http.put(api('tags/5'), async ({ request }) => answer((await request.json()) as Record<string, unknown>)),
  );
  return renderScreen(<Page />, '/tags/5/edit');
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
const id = (name: string) => {
  const found = document.getElementById(`field-${name}`);
  if (!(found instanceof HTMLElement)) throw new Error(`No field ${name}`);
  return found;
};

it('shows dates, colours and related records, and sends back what was entered', async () => {
  let body: Record<string, unknown> = {};
  open((sent) => {
    body = sent;
    return HttpResponse.json({ ...stored, version: 4 });
  });
  await screen.findByDisplayValue('Цвет');
  expect(id('day')).toHaveValue('01.03.2026');
  expect(id('since')).toHaveValue('01.03.2026 12:15');
  expect(id('group_id')).toHaveValue('Одежда');

  await userEvent.clear(id('day'));
  await userEvent.type(id('day'), '15042026');
  expect(id('day')).toHaveValue('15.04.2026');
  await userEvent.clear(id('since'));
  await userEvent.click(id('since'));
  await userEvent.paste('01.05.2026 10:00');
  await userEvent.clear(id('tint'));
  await userEvent.click(id('tint'));
  await userEvent.paste('00FF00');
  await userEvent.click(id('group_id'));
  await userEvent.click(await screen.findByRole('option', { name: 'Обувь' }));
  await save();

  await waitFor(() => expect(body.version).toBe(3));
  expect(body).toMatchObject({
    day: '2026-04-15',
    since: '2026-05-01T07:00:00.000Z',
    tint: '#00ff00',
    group_id: 4,
    values: stored.values,
  });
});

it('keeps the order of rows and pictures, and does not send hidden fields', async () => {
  let body: Record<string, unknown> = {};
  open((sent) => {
    body = sent;
    return HttpResponse.json({ ...stored, version: 4 });
  });
  await screen.findByDisplayValue('Цвет');
  expect(id('values.1.value')).toHaveValue('Синий');

  await userEvent.click(screen.getByRole('button', { name: 'Картинку 2 — раньше' }));
  await userEvent.click(screen.getByRole('button', { name: 'Поднять строку 2' }));
  await userEvent.click(screen.getByRole('button', { name: 'Удалить строку 2' }));
  await userEvent.click(screen.getByRole('button', { name: 'Добавить' }));
  await userEvent.click(id('values.1.value'));
  await userEvent.paste('Белый');
  await userEvent.click(within(id('type')).getByDisplayValue('percentage'));
  await waitFor(() => expect(document.getElementById('field-amount')).toBeNull());
  await save();

  await waitFor(() => expect(body.version).toBe(3));
  expect(body).toMatchObject({
    type: 'percentage',
    values: [
      { id: 72, value: 'Синий', tint: '#0000ff' },
      { value: 'Белый', tint: '' },
    ],
  });
  expect((body.gallery as { id: number }[]).map((one) => one.id)).toEqual([9, 8]);
  expect(body).not.toHaveProperty('amount');
});

it('takes a date pasted as ISO 8601', async () => {
  open(() => HttpResponse.json(stored));
  await screen.findByDisplayValue('Цвет');

  await userEvent.clear(id('day'));
  await userEvent.click(id('day'));
  await userEvent.paste('2026-07-09');
  expect(id('day')).toHaveValue('09.07.2026');
  await userEvent.clear(id('day'));
  await userEvent.type(id('day'), '2026-08-10');

  expect(id('day')).toHaveValue('10.08.2026');
});

it('shows errors of rows at their inputs, and errors without a row on the block', async () => {
  open(() =>
    HttpResponse.json(
      { message: 'VALIDATION_FAILED', errors: { 'values.value': ['error-taken'] }, request_id: 'r' },
      { status: 422 },
    ),
  );
  await screen.findByDisplayValue('Цвет');

  await userEvent.clear(id('values.0.value'));
  await save();
  await waitFor(() => expect(id('values.0.value')).toHaveAccessibleDescription('Укажите название'));
  expect(id('values.1.value')).toBeValid();
  await userEvent.type(id('values.0.value'), 'Синий');
  await save();

  expect(await within(id('values')).findByRole('alert')).toHaveTextContent('Такое значение уже занято');
});

it('requires at least one row', async () => {
  open(() => HttpResponse.json(stored));
  await screen.findByDisplayValue('Цвет');

  await userEvent.click(screen.getByRole('button', { name: 'Удалить строку 1' }));
  await userEvent.click(screen.getByRole('button', { name: 'Удалить строку 1' }));
  await save();

  expect(await within(id('values')).findByRole('alert')).toHaveTextContent('Укажите размер');
});

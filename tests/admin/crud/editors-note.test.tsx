import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { tags } from '@/contract/catalogue/tags';
import { resourcePage } from '@/crud/resource-page';
import { server } from '../server';
import { api, buildTag, renderScreen } from './render-screen';

const Tags = resourcePage(tags, {});

it('names the others who edit the record, and says when the form closes', async () => {
  const told: unknown[] = [];
  server.use(
    http.get(api('tags/5'), () => HttpResponse.json(buildTag(5))),
    http.post(api('presence'), async ({ request }) => {
      told.push(await request.json());
      return HttpResponse.json({ editors: ['Анна Ковалёва'] });
    }),
  );
  const { unmount } = renderScreen(<Tags />, '/tags/5/edit');
  expect(await screen.findByText('Анна Ковалёва редактирует эту запись')).toBeInTheDocument();
  unmount();
  await waitFor(() =>
    expect(told).toEqual([
      { family: 'tags', id: 5, is_open: true },
      { family: 'tags', id: 5, is_open: false },
    ]),
  );
});

it('says that a record of somebody else is read-only', async () => {
  server.use(
    http.get(api('tags/5'), () => HttpResponse.json(buildTag(5))),
    http.post(api('presence'), () => HttpResponse.json({ editors: [], is_editable: false })),
  );
  renderScreen(<Tags />, '/tags/5/edit');
  expect(await screen.findByText('Вы можете только смотреть эту запись')).toBeInTheDocument();
});

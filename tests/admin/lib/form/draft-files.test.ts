import { renderHook } from '@testing-library/react';
import { api } from '@tests/admin/crud/render-screen';
import { server } from '@tests/admin/server';
import { HttpResponse, http } from 'msw';
import { type FieldValues, useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { renewDraftFiles } from '@/lib/form/draft-files';

/** Files of a restored draft whose links have expired. */
const soon = () => Math.floor(Date.now() / 1000) + 1800;
const file = (id: number, until: number) => ({
  id,
  original: `/admin/rest/files/${id}.png?until=${until}&signature=s`,
  thumbnail: `/admin/rest/files/${id}.thumb.webp?until=${until}&signature=s`,
});

async function renew(values: FieldValues, change?: (values: FieldValues) => FieldValues) {
  const asked: string[] = [];
  const until = soon();
  server.use(
    http.get(api('attachments/:id'), ({ params }) => {
      asked.push(String(params.id));
      if (params.id === '404') return HttpResponse.json({ message: 'NOT_FOUND' }, { status: 404 });
      return HttpResponse.json(file(Number(params.id), until));
    }),
  );
  const { result } = renderHook(() => useForm({ defaultValues: change?.(values) ?? values }));
  await renewDraftFiles(result.current, values);
  return { asked, until, values: result.current.getValues() };
}

it('renews expired links at any depth and requests nothing else', async () => {
  const kept = { id: 4, original: '/admin/rest/uploads/4.png', thumbnail: '' };
  const good = file(5, soon());
  const { asked, until, values } = await renew({
    name: 'Ваза',
    logo: file(1, 1),
    gallery: [kept, file(2, 1), good],
    seo: { ogImage: file(3, 1) },
  });

  expect(asked.sort()).toEqual(['1', '2', '3']);
  expect(values).toEqual({
    name: 'Ваза',
    logo: file(1, until),
    gallery: [kept, file(2, until), good],
    seo: { ogImage: file(3, until) },
  });
});

it('does not touch a field that was changed meanwhile, or a deleted file', async () => {
  const { values } = await renew({ logo: file(1, 1), cover: file(404, 1) }, (draft) => ({
    ...draft,
    logo: null,
  }));

  expect(values).toEqual({ logo: null, cover: file(404, 1) });
});

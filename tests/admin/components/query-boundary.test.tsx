import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { QueryBoundary } from '@/components/page/query-boundary';
import { renderApp } from '../shell/render-app';

function Page() {
  const [data, setData] = useState<string>();
  return (
    <>
      <button type="button" onClick={() => setData('Жалобы')}>
        Ответ
      </button>
      <QueryBoundary query={{ data, error: null }}>{(text) => <div>{text}</div>}</QueryBoundary>
    </>
  );
}

test('the content is not the element of the skeleton, which would count as a layout jump', async () => {
  renderApp(<Page />);
  const skeleton = await screen.findByRole('status');

  await userEvent.click(screen.getByRole('button', { name: 'Ответ' }));

  expect(screen.getByText('Жалобы')).not.toBe(skeleton);
});

test('a page that loads names the page above it, where the title of its record will stand', async () => {
  const parent = { href: '/tags', label: 'Метки' };
  const { unmount } = renderApp(
    <QueryBoundary query={{ data: undefined, error: null }} parent={parent}>
      {() => null}
    </QueryBoundary>,
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Метки' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Метки' })).toHaveAttribute('href', '/tags');
  unmount();

  renderApp(
    <QueryBoundary query={{ data: undefined, error: null }} parent={parent} isPart>
      {() => null}
    </QueryBoundary>,
  );
  await screen.findByRole('status');
  expect(screen.queryByRole('heading')).toBeNull();
});

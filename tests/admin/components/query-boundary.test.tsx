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

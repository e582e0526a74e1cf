import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NotFound } from '@/components/page/not-found';
import { useShownTabName } from '@/lib/hooks/use-tab-name';
import { renderScreen } from '../crud/render-screen';

const TabName = () => <output>{useShownTabName()}</output>;

it.each([false, true])(
  'what is not found names the tab and has one picture (full screen: %s)',
  async (isFullScreen) => {
    const { container } = renderScreen(
      <>
        <NotFound isFullScreen={isFullScreen} href="/tags" linkText="Метки" />
        <TabName />
      </>,
      '/tags/7',
    );

    expect(await screen.findByRole('heading', { level: 1, name: 'Страница не найдена' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Страница не найдена');
    expect(screen.getByRole('link', { name: 'Метки' })).toHaveAttribute(
      'href',
      expect.stringContaining('/tags'),
    );
    expect(container.querySelector('svg')).toHaveAttribute('viewBox', '0 0 200 140');
  },
);

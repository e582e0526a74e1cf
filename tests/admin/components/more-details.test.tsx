import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it } from 'vitest';
import { MoreDetails } from '@/components/page/more-details';
import { useMe } from '@/lib/session/me';
import { api, renderScreen } from '../crud/render-screen';
import { server } from '../server';
import { buildMe } from '../shell/render-app';

function Page({ parts }: { parts?: string[] }) {
  const { data: me } = useMe();
  return me ? (
    <MoreDetails key={me.id} page="order" content="что было" parts={parts ?? []}>
      <p id="events">Заказ оформлен</p>
    </MoreDetails>
  ) : null;
}

function open(hash = '', parts = ['events'], id = 7) {
  window.location.hash = hash;
  const view = renderScreen(<Page parts={parts} />, '/orders/1');
  server.use(http.get(api('me'), () => HttpResponse.json(buildMe('store_owner', { id }))));
  return view;
}

const button = () => screen.findByRole('button', { name: 'Подробно: что было' });
const isShown = () => screen.queryByText('Заказ оформлен') !== null;

afterEach(() => {
  localStorage.clear();
  window.location.hash = '';
});

describe('«Подробно»', () => {
  it('is folded until somebody opens it, also where it has no parts', async () => {
    open('', []);
    expect(await button()).toHaveAttribute('aria-expanded', 'false');
    expect(isShown()).toBe(false);

    await userEvent.tab();
    await userEvent.keyboard('{Enter}');

    expect(await button()).toHaveAttribute('aria-expanded', 'true');
    expect(isShown()).toBe(true);
  });

  it('stays as a person left it, for that person alone', async () => {
    const first = open();
    await userEvent.click(await button());
    first.unmount();

    const again = open();
    await button();
    expect(isShown()).toBe(true);
    again.unmount();

    open('', ['events'], 8);
    await button();
    expect(isShown()).toBe(false);
  });

  it('opens for an address that leads into it, and is not remembered for that', async () => {
    const led = open('#events');
    await waitFor(() => expect(isShown()).toBe(true));
    await userEvent.click(await button());
    expect(isShown()).toBe(false);
    led.unmount();

    const other = open('#elsewhere');
    await button();
    expect(isShown()).toBe(false);
    act(() => {
      window.location.hash = '#events';
      window.dispatchEvent(new HashChangeEvent('hashchange'));
    });
    await waitFor(() => expect(isShown()).toBe(true));
    other.unmount();

    open();
    await button();
    expect(isShown()).toBe(false);
  });

  it('is on paper whatever the screen shows', async () => {
    open();
    await button();

    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(isShown()).toBe(true);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(isShown()).toBe(false);
  });
});

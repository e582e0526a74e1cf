import { useQuery } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { menuCountsEndpoint } from '@/contract/insights/menu-counts';
import { LiveUpdates } from '@/shell/live-updates';
import { fakeRouter, renderApp, signInAs } from './render-app';

let send: (event: string, data: object) => void;
let asked: string[];

beforeEach(() => {
  signInAs('store_owner');
  asked = [];
  vi.stubGlobal('fetch', async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        send = (event, data) =>
          stream.enqueue(
            new TextEncoder().encode(`id: 1\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
          );
      },
    });
    return new Response(body);
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A screen with these queries. */
function Screen({ names }: { names: string[] }) {
  return names.map((name) => <Shown key={name} name={name} />);
}

function Shown({ name }: { name: string }) {
  useQuery({
    queryKey: [name],
    queryFn: () => {
      asked.push(name);
      return name;
    },
  });
  return null;
}

async function openScreen(...names: string[]) {
  renderApp(
    <>
      <LiveUpdates />
      <Screen names={names} />
    </>,
    fakeRouter('/'),
  );
  await waitFor(() => expect(asked.toSorted()).toEqual(names.toSorted()));
  asked.length = 0;
}

describe('a decision', () => {
  it('about a shop refetches the shop, the owner’s own shops and the counters of the menu', async () => {
    await openScreen('shops', 'me', menuCountsEndpoint, 'products');
    send('decision', { family: 'shops', id: 5 });
    await waitFor(() => expect(asked.toSorted()).toEqual(['me', menuCountsEndpoint, 'shops']));
  });

  it('about a payout refetches it and the balance of the shop', async () => {
    await openScreen('withdraws', 'shops', 'products');
    send('decision', { family: 'withdraws', id: 5 });
    await waitFor(() => expect(asked.toSorted()).toEqual(['shops', 'withdraws']));
  });
});

it('many events in a row refetch the counters of the menu once', async () => {
  await openScreen(menuCountsEndpoint);
  for (const id of [1, 2, 3, 4]) send('message', { conversation_id: id, message_id: id, user_id: 1 });
  send('order', { id: 1, parent_id: null, change: 'placed', tracking_number: '1' });
  await waitFor(() => expect(asked).toEqual([menuCountsEndpoint]));
  await new Promise((done) => setTimeout(done, 500));
  expect(asked).toEqual([menuCountsEndpoint]);
});

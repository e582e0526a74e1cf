import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { termsAndConditions } from '@/contract/settings/terms-and-conditions';
import type { Term } from '@/contract/settings/terms-and-conditions/schema';
import { resourcePage } from '@/crud/resource-page';
import { TermDetails } from '@/features/settings/terms-and-conditions/term-details';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { server } from '../server';
import { api, listenToToasts, pageOf, renderScreen } from './render-screen';

const Terms = resourcePage(termsAndConditions, { Details: TermDetails });

const term: Term = {
  id: 7,
  version: 1,
  title: 'Гарантия на украшения',
  slug: 'garantiya',
  description: 'Год бесплатно чиним замки.',
  type: 'shop',
  issued_by: 'Уральские самоцветы',
  shop_id: 3,
  shop: { id: 3, name: 'Уральские самоцветы', slug: 'uralskie-samotsvety' },
  is_approved: false,
  language: 'ru',
  translated_languages: ['ru'],
  created_at: '2026-01-02T10:00:00.000Z',
  updated_at: '2026-01-02T10:00:00.000Z',
};

/** Serves the current terms, and records decisions. */
function answerTerms(isApproved: boolean) {
  const decided: string[] = [];
  let row = { ...term, is_approved: isApproved };
  const decide = (verb: string, is_approved: boolean) =>
    http.post(api(`${verb}-terms-and-conditions`), async ({ request }) => {
      decided.push(`${verb} ${JSON.stringify(await request.json())}`);
      row = { ...row, is_approved };
      return HttpResponse.json(row);
    });
  server.use(
    http.get(api('terms-and-conditions'), () => HttpResponse.json(pageOf([row]))),
    http.get(api('terms-and-conditions/garantiya'), () => HttpResponse.json(row)),
    decide('approve', true),
    decide('disapprove', false),
  );
  return decided;
}

const draw = (address: string, role?: string) =>
  renderScreen(
    <>
      <Terms />
      <ModalHost />
    </>,
    address,
    { role },
  );

it('asks before the toggle of the list approves, and moves it with the response', async () => {
  const decided = answerTerms(false);
  const toasts = listenToToasts();
  draw('/terms-and-conditions');
  const lever = await screen.findByRole('switch', { name: 'Одобрено: Гарантия на украшения' });

  await userEvent.click(lever);
  expect(await screen.findByRole('dialog', { name: 'Одобрить условия?' })).toBeInTheDocument();
  expect(decided).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Одобрить' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(decided).toEqual(['approve {"id":7}']);
  expect(toasts.map(({ kind }) => kind)).toEqual(['success']);
  await waitFor(() => expect(lever).toHaveAttribute('aria-checked', 'true'));
});

it('changes nothing when the confirmation is cancelled', async () => {
  const decided = answerTerms(true);
  draw('/terms-and-conditions');

  await userEvent.click(await screen.findByRole('switch'));
  await userEvent.click(await screen.findByRole('button', { name: 'Отмена' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(decided).toEqual([]);
  expect(screen.getByRole('switch')).toHaveAttribute('aria-checked', 'true');
});

it('shows a vendor the state of the terms, without a toggle', async () => {
  answerTerms(false);
  draw('/terms-and-conditions', 'store_owner');

  expect(await screen.findByText('Ждёт проверки')).toBeInTheDocument();
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
});

it('lets the administrator decide on the details page', async () => {
  const decided = answerTerms(true);
  draw('/terms-and-conditions/garantiya');

  expect(await screen.findByRole('heading', { name: 'Гарантия на украшения' })).toBeInTheDocument();
  expect(screen.getByText('Год бесплатно чиним замки.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Снять одобрение' }));
  const dialog = await screen.findByRole('dialog', { name: 'Снять одобрение с условий?' });
  await userEvent.click(
    [...dialog.querySelectorAll('button')].find((one) => one.textContent === 'Снять одобрение') ?? dialog,
  );

  expect(await screen.findByText('Ждёт проверки')).toBeInTheDocument();
  expect(decided).toEqual(['disapprove {"id":7}']);
});

it('offers a vendor no decision there', async () => {
  answerTerms(false);
  draw('/terms-and-conditions/garantiya', 'store_owner');

  expect(await screen.findByText('Ждёт проверки')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Одобрить' })).not.toBeInTheDocument();
});

import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { ReportCaseDetails } from '@/contract/feedback/abusive-reports';
import { questions } from '@/contract/feedback/questions';
import type { Question } from '@/contract/feedback/questions/schema';
import { reviews } from '@/contract/feedback/reviews';
import type { Review } from '@/contract/feedback/reviews/schema';
import { resourcePage } from '@/crud/resource-page';
import { ReportRedirect } from '@/features/feedback/complaints/report-redirect';
import { ReportsPage } from '@/features/feedback/complaints/reports-page';
import { QuestionDetails } from '@/features/feedback/question-details';
import { QuestionList } from '@/features/feedback/question-list';
import { ReviewDetails } from '@/features/feedback/review-details';
import { ReviewList } from '@/features/feedback/review-list';
import RejectReportsPage from '@/pages/abusive_reports/reject';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { api, listenToToasts, pageOf, renderScreen } from '../crud/render-screen';
import { server } from '../server';
import { buildMe } from '../shell/render-app';

const Reviews = resourcePage(reviews, { List: ReviewList, Details: ReviewDetails });
const Questions = resourcePage(questions, { List: QuestionList, Details: QuestionDetails });

const at = '2026-03-09T09:00:00.000Z';
const picture = (id: number) => ({ id, original: `/uploads/${id}.png`, thumbnail: `/uploads/${id}.t.webp` });
const product = { id: 3, name: 'Свитер', slug: 'sviter', image: null };
const shop = { id: 4, name: 'Чайная лавка', slug: 'chay' };
const user = { id: 9, name: 'Егор', avatar: null, is_active: true, email: 'egor@test.ru' };
const figures = { positive_feedbacks_count: 2, negative_feedbacks_count: 1, my_feedback: null };
const probe = '<img src=x onerror=alert(1)>';

const buildReview = (more: Partial<Review> = {}): Review => ({
  id: 7,
  version: 3,
  created_at: at,
  updated_at: at,
  product_id: 3,
  product,
  shop_id: 4,
  shop,
  user_id: 9,
  user,
  rating: 2,
  comment: 'Сел после стирки',
  photos: [picture(1), picture(2)],
  variation_option_id: null,
  abusive_reports_count: 1,
  ...figures,
  ...more,
});

const buildQuestion = (more: Partial<Question> = {}): Question => ({
  id: 5,
  version: 1,
  created_at: at,
  updated_at: at,
  product_id: 3,
  product,
  shop_id: 4,
  shop,
  user_id: 9,
  user,
  question: 'А есть синий?',
  answer: null,
  answered_at: null,
  abusive_reports_count: 0,
  ...figures,
  ...more,
});

const buildCase = (more: Partial<ReportCaseDetails> = {}): ReportCaseDetails => ({
  model_type: 'Review',
  model_id: 7,
  reports_count: 1,
  first_reported_at: at,
  text: 'Грубые слова',
  rating: 1,
  photos: [],
  answer: null,
  created_at: at,
  deleted_at: null,
  moderation_note: null,
  product,
  shop,
  user,
  positive_feedbacks_count: 0,
  negative_feedbacks_count: 0,
  reports: [
    {
      id: 1,
      version: 1,
      created_at: at,
      updated_at: at,
      user_id: 2,
      model_type: 'Review',
      model_id: 7,
      user: { id: 2, name: 'Вера', email: 'vera@test.ru' },
      message: 'Оскорбляет',
      status: 'open',
      decision_note: null,
      decided_at: null,
      decider: null,
    },
  ],
  author: {
    since: at,
    reviews: 4,
    reviews_removed: 1,
    average_rating: 1.5,
    questions: 0,
    questions_removed: 0,
    reports_against: 3,
    reports_against_accepted: 2,
    reports_by: 0,
    reports_by_accepted: 0,
  },
  ...more,
});

/** Records requests to an address. */
function record(method: 'post' | 'put', path: string, answer: object = {}): unknown[] {
  const sent: unknown[] = [];
  server.use(
    http[method](api(path), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(answer);
    }),
  );
  return sent;
}

function openReviews(rows: Review[], address = '/reviews', role = 'super_admin') {
  server.use(
    http.get(api('reviews'), () => HttpResponse.json(pageOf(rows))),
    http.get(api('reviews/7'), () => HttpResponse.json(rows[0])),
    http.get(api('abusive_reports/cases/Review/7'), () => HttpResponse.json(buildCase())),
    http.get(api('me'), () => HttpResponse.json(buildMe(role === 'staff' ? 'staff' : 'super_admin'))),
    http.get(api('saved-views'), () => HttpResponse.json([])),
  );
  return renderScreen(
    <>
      <Reviews />
      <ModalHost />
    </>,
    ...([address, { role }] as const),
  );
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const dialog = async () => within(await screen.findByRole('dialog'));

describe('reviews', () => {
  it('show product, stars, text, votes and complaints; pictures open one by one', async () => {
    openReviews([buildReview()]);

    expect(await screen.findByText('Сел после стирки')).toBeVisible();
    expect(screen.getByText('Чайная лавка')).toBeVisible();
    expect(screen.getByRole('img', { name: 'Оценка: 2 из 5' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'Полезно: 2, бесполезно: 1' })).toBeVisible();
    expect(screen.getByRole('link', { name: /1 \(подробнее\)/ })).toHaveAttribute('href', '/reviews/7');
    await userEvent.click(await button('Фото 2 из 2: Свитер'));
    const box = await dialog();
    expect(await box.findByAltText('Фотография 2 из 2')).toBeVisible();
  });

  it('are rendered as plain text, whatever they contain', async () => {
    openReviews([buildReview({ comment: probe, user: { ...user, name: probe } })]);

    expect(await screen.findAllByText(probe)).toHaveLength(2);
    expect(document.querySelector('img[src="x"]')).toBeNull();
  });

  it('are edited with a note, and not without a text', async () => {
    openReviews([buildReview()]);
    const sent = record('put', 'reviews/7', buildReview());

    await userEvent.click(await button(/Изменить отзыв/));
    const box = await dialog();
    await userEvent.clear(await box.findByLabelText(/Текст отзыва/));
    await userEvent.click(box.getByRole('button', { name: 'Сохранить' }));
    expect(await box.findByText('Напишите текст отзыва')).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.type(box.getByLabelText(/Текст отзыва/), 'Сел');
    await userEvent.click(box.getByRole('radio', { name: '3 ★' }));
    await userEvent.click(box.getByRole('button', { name: 'Убрать фото 1' }));
    await userEvent.type(box.getByLabelText(/Заметка/), 'Убрано лицо');
    await userEvent.click(box.getByRole('button', { name: 'Сохранить' }));

    await waitFor(() =>
      expect(sent).toEqual([
        { rating: 3, comment: 'Сел', photos: [picture(2)], moderation_note: 'Убрано лицо', version: 3 },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('show in the details who complained and what the author wrote before', async () => {
    openReviews([buildReview()], '/reviews/7');

    expect(await screen.findByText('Оскорбляет')).toBeVisible();
    expect(screen.getByText('vera@test.ru')).toBeVisible();
    expect(screen.getByText('4, удалено: 1')).toBeVisible();
    expect(screen.getByText('3, принято: 2')).toBeVisible();
  });
});

describe('questions', () => {
  function openQuestions(rows: Question[], address = '/questions') {
    server.use(
      http.get(api('questions'), () => HttpResponse.json(pageOf(rows))),
      http.get(api('me'), () => HttpResponse.json(buildMe('super_admin'))),
      http.get(api('saved-views'), () => HttpResponse.json([])),
    );
    renderScreen(
      <>
        <Questions />
        <ModalHost />
      </>,
      address,
    );
  }

  it('are answered in the list', async () => {
    openQuestions([buildQuestion()]);
    const sent = record('put', 'questions/5', buildQuestion({ answer: 'Да' }));
    const toasts = listenToToasts();

    await userEvent.click(await button('Ответить'));
    const box = await dialog();
    await userEvent.click(await box.findByRole('button', { name: 'Ответить' }));
    expect(await box.findByText('Напишите ответ')).toBeVisible();
    await userEvent.type(box.getByLabelText(/Ответ/), 'Да{Control>}{Enter}{/Control}');

    await waitFor(() => expect(sent).toEqual([{ answer: 'Да', version: 1 }]));
    await waitFor(() => expect(toasts.map(({ text }) => text)).toContain('Ответ сохранён'));
  });

  it('are answered in bulk', async () => {
    openQuestions([buildQuestion(), buildQuestion({ id: 6, question: 'А красный?', answer: 'Да' })]);
    const sent = record('post', 'questions/bulk/answer', { done: 1, refused: 1 });
    const toasts = listenToToasts();

    await userEvent.click(await screen.findByRole('checkbox', { name: /страниц/ }));
    const bar = within(await screen.findByRole('region', { name: /Отмеченн|отмеченн|Действия/ }));
    await userEvent.click(await bar.findByRole('button', { name: 'Ответить' }));
    const box = await dialog();
    expect(await box.findByText('Ответить на 2 вопроса')).toBeVisible();
    await userEvent.type(box.getByLabelText(/Ответ/), 'Будет в мае');
    await userEvent.click(box.getByRole('button', { name: 'Ответить' }));

    await waitFor(() => expect(sent).toEqual([{ ids: [5, 6], answer: 'Будет в мае' }]));
    await waitFor(() => expect(toasts.map(({ text }) => text)).toContain('Отвечен 1 вопрос'));
    expect(toasts.map(({ text }) => text)).toContain('У 1 вопроса уже есть ответ');
  });

  it('have details of their own with the answer, and no form', async () => {
    server.use(http.get(api('questions/5'), () => HttpResponse.json(buildQuestion())));
    openQuestions([], '/questions/5');

    expect(await screen.findByRole('heading', { level: 1, name: 'А есть синий?' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Изменить' })).toBeNull();
    await userEvent.click(await button('Ответить'));
    expect(await (await dialog()).findByLabelText(/Ответ/)).toHaveValue('');
  });

  it('have their answer edited by the pencil', async () => {
    openQuestions([buildQuestion({ answer: 'Нет' })]);

    await userEvent.click(await button('Изменить ответ: А есть синий?'));
    const box = await dialog();
    expect(await box.findByLabelText(/Ответ/)).toHaveValue('Нет');
  });
});

describe('complaints', () => {
  it('that were declined have the address of the specification', async () => {
    const { visits } = renderScreen(<RejectReportsPage />, '/abusive_reports/reject');

    await waitFor(() => expect(visits.addresses.at(-1)).toBe('/abusive_reports?state=declined'));
  });

  it('open their case by their number', async () => {
    server.use(http.get(api('abusive_reports/1'), () => HttpResponse.json(buildCase().reports[0])));
    const { visits } = renderScreen(<ReportRedirect />, '/abusive_reports/1?id=1');

    await waitFor(() => expect(visits.addresses.at(-1)).toBe('/abusive_reports?state=open&at=Review-7'));
  });

  const second = buildCase({ model_type: 'Question', model_id: 8, text: 'Зачем вы?', rating: null });

  function openQueue() {
    let rows = [buildCase(), second];
    server.use(
      http.get(api('abusive_reports/cases'), () => HttpResponse.json(pageOf(rows))),
      http.get(api('abusive_reports/cases/Review/7'), () => HttpResponse.json(buildCase())),
      http.get(api('abusive_reports/cases/Question/8'), () => HttpResponse.json(second)),
    );
    renderScreen(
      <>
        <ReportsPage />
        <ModalHost />
      </>,
      '/abusive_reports',
    );
    return { decide: () => (rows = [second]) };
  }

  it('are browsed by J and K, and accepted by A with a template', async () => {
    const { decide } = openQueue();
    const toasts = listenToToasts();
    const sent: unknown[] = [];
    server.use(
      http.post(api('abusive_reports/accept'), async ({ request }) => {
        sent.push(await request.json());
        decide();
        return HttpResponse.json(true);
      }),
    );
    const restored: string[] = [];
    server.use(
      http.post(api('reviews/7/restore'), ({ request }) => {
        restored.push(request.url);
        return HttpResponse.json({});
      }),
    );

    expect(await screen.findByRole('button', { name: /Принять жалобу/ })).toBeVisible();
    await userEvent.keyboard('j');
    expect(await screen.findByRole('link', { name: /Зачем вы/, current: true })).toBeVisible();
    await userEvent.keyboard('k');
    expect(await screen.findByRole('link', { name: /Грубые слова/, current: true })).toBeVisible();
    await screen.findByText('Оскорбляет');
    await userEvent.keyboard('a');
    const box = await dialog();
    await userEvent.click(await box.findByRole('button', { name: 'Реклама' }));
    await userEvent.click(box.getByRole('button', { name: 'Принять и удалить' }));

    await waitFor(() =>
      expect(sent).toEqual([
        { model_type: 'Review', model_id: 7, note: 'В тексте реклама или ссылки на другие сайты.' },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('link', { name: /Грубые слова/ })).toBeNull());
    const undo = toasts.find(({ action }) => action)?.action;
    undo?.onClick();
    await waitFor(() => expect(restored).toHaveLength(1));
  });

  it('are declined by D', async () => {
    openQueue();
    const sent = record('post', 'abusive_reports/reject', {});

    await screen.findByText('Оскорбляет');
    await userEvent.keyboard('d');
    const box = await dialog();
    await userEvent.click(await box.findByRole('button', { name: 'Отклонить' }));
    await waitFor(() => expect(sent).toEqual([{ model_type: 'Review', model_id: 7 }]));
  });

  it('are declined in bulk', async () => {
    openQueue();
    const sent = record('post', 'abusive_reports/bulk/decide', { done: 2, items: [], refused: 0 });
    const toasts = listenToToasts();

    for (const tick of await screen.findAllByRole('checkbox')) await userEvent.click(tick);
    await userEvent.click(await button('Отклонить жалобы'));
    const box = await dialog();
    expect(await box.findByText('Изменятся 2 записи')).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.click(box.getByRole('button', { name: 'Применить' }));
    await waitFor(() =>
      expect(sent).toEqual([
        {
          decision: 'decline',
          items: [
            { model_type: 'Review', model_id: 7 },
            { model_type: 'Question', model_id: 8 },
          ],
        },
      ]),
    );
    await waitFor(() => expect(toasts.at(0)?.text).toBe('Жалобы отклонены по 2 записям'));
  });

  it('are made in a shop with a reason', async () => {
    const mine = buildMe('staff');
    openReviews([buildReview({ user_id: mine.id + 1 })], '/reviews', 'staff');
    const sent = record('post', 'abusive_reports', { id: 1 });

    await userEvent.click(await button(/^Другие действия/));
    await userEvent.click(await button('Пожаловаться'));
    const box = await dialog();
    await userEvent.click(await box.findByRole('button', { name: 'Отправить жалобу' }));
    expect(await box.findByText('Напишите, что не так')).toBeVisible();
    await userEvent.click(box.getByRole('button', { name: 'Оскорбления' }));
    await userEvent.click(box.getByRole('button', { name: 'Отправить жалобу' }));
    await waitFor(() =>
      expect(sent).toEqual([{ model_type: 'Review', model_id: 7, message: 'Оскорбления или брань.' }]),
    );
  });
});

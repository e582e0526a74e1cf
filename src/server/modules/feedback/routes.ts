import type { FastifyInstance } from 'fastify';
import { adminOnly, signedIn, withStaff } from '@/contract/core/permissions';
import {
  decisionSchema,
  decisionsSchema,
  reportSchema,
  voteSchema,
} from '@/contract/feedback/abusive-reports/schema';
import { answerSchema } from '@/contract/feedback/questions/schema';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import {
  acceptCase,
  createReport,
  decideMany,
  declineAndShow,
  limitReports,
  myReports,
  reportsEngine,
} from './abusive-reports';
import { answerReview, removeReviewAnswer } from './answer-review';
import { answerMany, myQuestions } from './questions';
import { getCase, listCases } from './report-cases';
import { getVote, limitVotes, listVotes, removeVote, vote } from './votes';

/** Votes, complaints and the caller's own feedback; reviews and questions are families. */
export function feedbackRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  voteRoutes(app, deps);
  reportRoutes(app, deps);
  const byShop = { allow: withStaff('feedback'), write: true } as const;
  api.post('/questions/bulk/answer', { ...byShop, body: answerSchema }, (ctx, { body, input }) =>
    answerMany(ctx, body, input),
  );
  api.put('/reviews/:key/answer', { ...byShop, body: answerSchema }, (ctx, { params: { key }, input }) =>
    answerReview(ctx, key, input),
  );
  api.delete('/reviews/:key/answer', byShop, (ctx, { params: { key } }) => removeReviewAnswer(ctx, key));
  api.get('/my-questions', { allow: signedIn }, (ctx, { query }) => myQuestions(ctx, query));
  api.get('/my-reports', { allow: signedIn }, (ctx, { query }) => myReports(ctx, query));
}

function voteRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.get('/feedbacks', { allow: signedIn }, (ctx, { query }) => listVotes(ctx, query));
  api.get('/feedbacks/:key', { allow: signedIn }, (ctx, { params: { key } }) => getVote(ctx, key));
  api.post(
    '/feedbacks',
    { allow: signedIn, write: true, before: limitVotes, body: voteSchema },
    (ctx, { input }) => vote(ctx, input),
  );
  api.delete('/feedbacks/:key', { allow: adminOnly, write: true }, (ctx, { params: { key } }) =>
    removeVote(ctx, key),
  );
}

function reportRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.get('/abusive_reports', { allow: adminOnly }, (ctx, { query }) => reportsEngine.list(ctx, query));
  api.get('/abusive_reports/cases', { allow: adminOnly }, (ctx, { query }) => listCases(ctx, query));
  api.get('/abusive_reports/cases/:type/:key', { allow: adminOnly }, (ctx, { params: { type, key } }) =>
    getCase(ctx, type, key),
  );
  api.get('/abusive_reports/:key', { allow: adminOnly }, (ctx, { params: { key } }) =>
    reportsEngine.get(ctx, key),
  );
  api.post(
    '/abusive_reports',
    { allow: signedIn, write: true, created: true, before: limitReports, body: reportSchema },
    (ctx, { input }) => createReport(ctx, input),
  );
  const byAdmin = { allow: adminOnly, write: true } as const;
  api.post('/abusive_reports/accept', { ...byAdmin, body: decisionSchema }, async (ctx, { input }) => {
    await acceptCase(ctx, input);
    return true;
  });
  api.post('/abusive_reports/reject', { ...byAdmin, body: decisionSchema }, (ctx, { input }) =>
    declineAndShow(ctx, input),
  );
  api.post('/abusive_reports/bulk/decide', { ...byAdmin, body: decisionsSchema }, (ctx, { input }) =>
    decideMany(ctx, input),
  );
  api.delete('/abusive_reports/:key', { allow: adminOnly, write: true }, async (ctx, { params: { key } }) => {
    await reportsEngine.remove(ctx, key);
    return true;
  });
}

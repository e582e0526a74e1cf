import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/feedback/actions';
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
  api.on(actions.answerMany, (ctx, { body, input }) => answerMany(ctx, body, input));
  api.on(actions.answerReview, (ctx, { params: { key }, input }) => answerReview(ctx, key, input));
  api.on(actions.removeReviewAnswer, (ctx, { params: { key } }) => removeReviewAnswer(ctx, key));
  api.on(actions.myQuestions, (ctx, { query }) => myQuestions(ctx, query));
  api.on(actions.myReports, (ctx, { query }) => myReports(ctx, query));
}

function voteRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.listVotes, (ctx, { query }) => listVotes(ctx, query));
  api.on(actions.getVote, (ctx, { params: { key } }) => getVote(ctx, key));
  api.on(actions.vote, (ctx, { input }) => vote(ctx, input), { before: limitVotes });
  api.on(actions.removeVote, (ctx, { params: { key } }) => removeVote(ctx, key));
}

function reportRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.listReports, (ctx, { query }) => reportsEngine.list(ctx, query));
  api.on(actions.listCases, (ctx, { query }) => listCases(ctx, query));
  api.on(actions.getCase, (ctx, { params: { type, key } }) => getCase(ctx, type, key));
  api.on(actions.getReport, (ctx, { params: { key } }) => reportsEngine.get(ctx, key));
  api.on(actions.createReport, (ctx, { input }) => createReport(ctx, input), { before: limitReports });
  api.on(actions.acceptCase, async (ctx, { input }) => {
    await acceptCase(ctx, input);
    return true;
  });
  api.on(actions.declineAndShow, (ctx, { input }) => declineAndShow(ctx, input));
  api.on(actions.decideMany, (ctx, { input }) => decideMany(ctx, input));
  api.on(actions.removeReport, async (ctx, { params: { key } }) => {
    await reportsEngine.remove(ctx, key);
    return true;
  });
}

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
import { route } from '@/server/core/http/route';
import {
  acceptReports,
  createReport,
  decideMany,
  limitReports,
  myReports,
  rejectReports,
  reportsEngine,
} from './abusive-reports';
import { answerReview, removeReviewAnswer } from './answer-review';
import { answerMany, myQuestions } from './questions';
import { getCase, listCases } from './report-cases';
import { getVote, limitVotes, listVotes, removeVote, vote } from './votes';

/** Votes, complaints and the caller's own feedback; reviews and questions are families. */
export function feedbackRoutes(app: FastifyInstance, deps: RequestDeps): void {
  voteRoutes(app, deps);
  reportRoutes(app, deps);
  app.post(
    '/questions/bulk/answer',
    route(deps, { allow: withStaff('feedback'), write: true, body: answerSchema }, (ctx, { body, input }) =>
      answerMany(ctx, body, input),
    ),
  );
  app.put(
    '/reviews/:key/answer',
    route(
      deps,
      { allow: withStaff('feedback'), write: true, body: answerSchema },
      (ctx, { params: { key = '' }, input }) => answerReview(ctx, key, input),
    ),
  );
  app.delete(
    '/reviews/:key/answer',
    route(deps, { allow: withStaff('feedback'), write: true }, (ctx, { params: { key = '' } }) =>
      removeReviewAnswer(ctx, key),
    ),
  );
  app.get(
    '/my-questions',
    route(deps, { allow: signedIn }, (ctx, { query }) => myQuestions(ctx, query)),
  );
  app.get(
    '/my-reports',
    route(deps, { allow: signedIn }, (ctx, { query }) => myReports(ctx, query)),
  );
}

function voteRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.get(
    '/feedbacks',
    route(deps, { allow: signedIn }, (ctx, { query }) => listVotes(ctx, query)),
  );
  app.get(
    '/feedbacks/:key',
    route(deps, { allow: signedIn }, (ctx, { params: { key = '' } }) => getVote(ctx, key)),
  );
  app.post(
    '/feedbacks',
    route(deps, { allow: signedIn, write: true, before: limitVotes, body: voteSchema }, (ctx, { input }) =>
      vote(ctx, input),
    ),
  );
  app.delete(
    '/feedbacks/:key',
    route(deps, { allow: adminOnly, write: true }, (ctx, { params: { key = '' } }) => removeVote(ctx, key)),
  );
}

function reportRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.get(
    '/abusive_reports',
    route(deps, { allow: adminOnly }, (ctx, { query }) => reportsEngine.list(ctx, query)),
  );
  app.get(
    '/abusive_reports/cases',
    route(deps, { allow: adminOnly }, (ctx, { query }) => listCases(ctx, query)),
  );
  app.get(
    '/abusive_reports/cases/:type/:key',
    route(deps, { allow: adminOnly }, (ctx, { params: { type = '', key = '' } }) => getCase(ctx, type, key)),
  );
  app.get(
    '/abusive_reports/:key',
    route(deps, { allow: adminOnly }, (ctx, { params: { key = '' } }) => reportsEngine.get(ctx, key)),
  );
  app.post(
    '/abusive_reports',
    route(
      deps,
      { allow: signedIn, write: true, before: limitReports, body: reportSchema },
      async (ctx, { input, reply }) => {
        const made = await createReport(ctx, input);
        reply.code(201);
        return made;
      },
    ),
  );
  app.post(
    '/abusive_reports/accept',
    route(deps, { allow: adminOnly, write: true, body: decisionSchema }, (ctx, { input }) =>
      acceptReports(ctx, input),
    ),
  );
  app.post(
    '/abusive_reports/reject',
    route(deps, { allow: adminOnly, write: true, body: decisionSchema }, (ctx, { input }) =>
      rejectReports(ctx, input),
    ),
  );
  app.post(
    '/abusive_reports/bulk/decide',
    route(deps, { allow: adminOnly, write: true, body: decisionsSchema }, (ctx, { input }) =>
      decideMany(ctx, input),
    ),
  );
  app.delete(
    '/abusive_reports/:key',
    route(deps, { allow: adminOnly, write: true }, async (ctx, { params: { key = '' } }) => {
      await reportsEngine.remove(ctx, key);
      return true;
    }),
  );
}

import type { ReportedType } from '@/contract/feedback/abusive-reports/schema';
import { type Ctx, isAdmin } from '@/server/core/context';
import { toAdmins } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';
import type { ResourceService } from '@/server/core/resource/service';
import { publishFeedback } from './feedback-live';
import { loadComplaints } from './report-cases';
import { settleReports } from './report-settlement';

/**
 * What reviews and questions have in common: administrators read the complaints about them, whose cases are settled when
 * they are removed or restored.
 */
export function moderatedService(
  engine: ResourceService,
  family: 'reviews' | 'questions',
  type: ReportedType,
): ResourceService {
  async function settled<Answer>(ctx: Ctx, answer: Answer): Promise<Answer> {
    await settleReports(ctx, type);
    await publish(ctx, [toAdmins('feedback')], 'feedback', { family, id: 0 });
    return answer;
  }
  return {
    ...engine,
    async get(ctx, key) {
      const row = await engine.get(ctx, key);
      if (!isAdmin(ctx)) return row;
      return { ...row, abusive_reports: await loadComplaints(ctx, type, Number(row.id)) };
    },
    async remove(ctx, key) {
      const row = await engine.get(ctx, key);
      await engine.remove(ctx, key);
      await settleReports(ctx, type);
      await publishFeedback(ctx, family, { id: row.id, shop_id: row.shop_id });
    },
    async restore(ctx, key) {
      const row = await engine.restore(ctx, key);
      await settleReports(ctx, type);
      await publishFeedback(ctx, family, { id: row.id, shop_id: row.shop_id });
      return row;
    },
    bulkRemove: async (ctx, body) => settled(ctx, await engine.bulkRemove(ctx, body)),
    bulkUndo: async (ctx, id) => settled(ctx, await engine.bulkUndo(ctx, id)),
  };
}

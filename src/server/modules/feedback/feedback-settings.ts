import { defaultSettings } from '@/contract/settings';
import type { Ctx } from '@/server/core/context';
import { settingsOptions } from '@/server/core/settings';

interface FeedbackSettings {
  /** One review per purchase; otherwise unlimited. */
  isSingleReview: boolean;
  /** Maximum questions per person and product. */
  questionLimit: number;
}

export async function feedbackSettings(ctx: Ctx): Promise<FeedbackSettings> {
  const options = await settingsOptions(ctx);
  const limit = Number(options.maximumQuestionLimit ?? defaultSettings.maximumQuestionLimit);
  return {
    isSingleReview: reviewSystemOf(options.reviewSystem) !== 'review_multiple_time',
    questionLimit: Number.isInteger(limit) ? limit : defaultSettings.maximumQuestionLimit,
  };
}

/** Other clients of this dialect write `{name, value}`. */
function reviewSystemOf(value: unknown): unknown {
  const found = value ?? 'review_single_time';
  return typeof found === 'object' && 'value' in found ? found.value : found;
}

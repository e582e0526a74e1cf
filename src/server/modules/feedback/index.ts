import { defineModule } from '@/server/core/module';
import { questionsService } from './questions';
import { reviewsService } from './reviews';
import { feedbackRoutes } from './routes';

/** Reviews, questions and complaints. */
export const feedback = defineModule({
  routes: [feedbackRoutes],
  resources: {
    reviews: reviewsService,
    questions: questionsService,
  },
});

import { defineModule } from '@/server/core/module';
import { questionsService } from './questions';
import { reviewsService } from './reviews';
import { feedbackRoutes } from './routes';

export const feedback = defineModule({
  routes: [feedbackRoutes],
  effects: { events: { feedback: 'a review, a question or a complaint was written, changed or decided' } },
  resources: {
    reviews: reviewsService,
    questions: questionsService,
  },
});

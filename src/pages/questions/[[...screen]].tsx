import { questions } from '@/contract/feedback/questions';
import { resourcePage } from '@/crud/resource-page';
import { QuestionList } from '@/features/feedback/question-list';
import { lazy } from '@/shell/define-page';

const Details = lazy(() => import('@/features/feedback/question-details'), 'QuestionDetails');

export default resourcePage(questions, { List: QuestionList, Details });

import dynamic from 'next/dynamic';
import { questions } from '@/contract/feedback/questions';
import { resourcePage } from '@/crud/resource-page';
import { QuestionList } from '@/features/feedback/question-list';

const Details = dynamic(() =>
  import('@/features/feedback/question-details').then((module) => module.QuestionDetails),
);

export default resourcePage(questions, { List: QuestionList, Details });

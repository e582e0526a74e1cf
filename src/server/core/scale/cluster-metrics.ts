import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

const question = 'metrics?';
const answer = 'metrics';
const patienceMs = 6000;

interface Message {
  type?: string;
  id?: number;
  text?: string;
}

/** In the supervisor: answers a scraped process with the sum of all processes' metrics. */
export function answerMetrics(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', async (worker, { type, id }: Message) => {
    if (type !== question) return;
    const text = await all.clusterMetrics().catch(() => undefined);
    if (worker.isConnected()) worker.send({ type: answer, id, text });
  });
}

let asked = 0;

/**
 * The metrics for a scraper: of all processes if there are several, because each scrape reaches another one and
 * counters would jump.
 */
export function metricsText(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics();
  AggregatorRegistry.setRegistries(registry);
  // Lets this process answer the supervisor.
  new AggregatorRegistry();
  return () =>
    new Promise((resolve, reject) => {
      asked += 1;
      const id = asked;
      const done = () => {
        clearTimeout(timer);
        process.off('message', hear);
      };
      const hear = (message: Message) => {
        if (message.type !== answer || message.id !== id) return;
        done();
        if (message.text === undefined) reject(new Error('The other processes do not tell their figures'));
        else resolve(message.text);
      };
      const timer = setTimeout(() => {
        done();
        reject(new Error('The supervisor does not answer'));
      }, patienceMs);
      process.on('message', hear);
      process.send?.({ type: question, id });
    });
}

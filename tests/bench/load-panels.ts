import { Agent, type ClientRequest, get } from 'node:http';

/** Open panels: a live stream each, reopened when it breaks, as in browsers. */
export class Panels {
  open = 0;
  broken = 0;
  heard = 0;
  private isStopped = false;
  private readonly requests = new Set<ClientRequest>();
  private readonly agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

  /** A few at a time, as people arrive. Resolves when all are open. */
  async start(ports: readonly number[], tokens: readonly string[], count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      this.connect(ports[index % ports.length] ?? 0, tokens[index % tokens.length] ?? '');
      if (index % 20 === 19) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    for (let left = 300; left > 0 && this.open < count; left -= 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    if (this.open < count) throw new Error(`Of ${count} streams ${this.open} are open`);
  }

  stop(): void {
    this.isStopped = true;
    for (const request of this.requests) request.destroy();
    this.agent.destroy();
  }

  private connect(port: number, token: string): void {
    if (this.isStopped) return;
    let isOpen = false;
    const headers = { authorization: `Bearer ${token}` };
    const request = get({ port, host: '127.0.0.1', path: '/admin/rest/live', headers, agent: this.agent });
    this.requests.add(request);
    const lose = () => {
      if (!this.requests.delete(request) || this.isStopped) return;
      if (isOpen) {
        this.open -= 1;
        this.broken += 1;
      }
      // Spread over time.
      setTimeout(() => this.connect(port, token), 1000 + Math.random() * 2000).unref();
    };
    request.on('error', lose).on('close', lose);
    request.on('response', (answer) => {
      if (answer.statusCode !== 200) return request.destroy();
      isOpen = true;
      this.open += 1;
      answer.on('error', lose).on('data', (chunk: Buffer) => {
        if (chunk.includes('event: ')) this.heard += 1;
      });
    });
  }
}

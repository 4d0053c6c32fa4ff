import type * as dynamic from "@pulumi/pulumi/dynamic";
import type { Client, ClientSettings } from "../../client";
import { AccountSettings } from "../config";
import { InputError, partialState } from "../errors";
import { equals, omit, type Values } from "../values/json";
import { markKnownSecret } from "../values/secret-marks";
import type { ResourceController } from "../lifecycle/resource-controller";
import type { Operation } from "../lifecycle/operation";
import { planLogFrom } from "../lifecycle/plan-log-file";

/** The adapter for dynamic resources, which removes and restores the keys that their host adds to arguments and states. */

/** The serialized provider, which the host loads. */
const providerKey = "__provider";
/** The names of secret arguments, which the host passes as plain values. */
const secretsKey = "__secrets";
/** The resource's URN, which the SDK classes add to the arguments, because the host does not pass it. States of earlier versions do not contain it. */
const urnKey = "__urn";
const hostKeys = [urnKey, secretsKey, providerKey];

/** The parts of the host process that resources use. */
export interface DynamicHost {
  /** Returns a new or an existing client for the settings. Throws a `SettingsError`. */
  readonly connect: (settings: Partial<ClientSettings>) => Client;
  readonly log: (line: string) => void;
}

/** Exposes the lifecycle of a kind of resource to the dynamic host. */
export class DynamicProvider implements dynamic.ResourceProvider {
  private settings: AccountSettings | undefined;
  private client: Client | undefined;

  constructor(
    private readonly controller: ResourceController,
    private readonly host: DynamicHost,
  ) {}

  /** Stores the configuration synchronously, because the host might start an operation before this promise resolves. */
  configure = async ({ config }: dynamic.ConfigureRequest): Promise<void> => {
    this.settings = new AccountSettings((key) => config.get(key), process.env);
    this.client = undefined;
  };

  check = async (olds: Values, news: Values): Promise<dynamic.CheckResult> => ({
    inputs: this.forHost(news, news),
    failures: await this.controller.check(
      { ...this.operation(news), formerUrn: urnIn(olds) },
      withoutHostKeys(olds),
      withoutHostKeys(news),
    ),
  });

  diff = async (id: string, olds: Values, news: Values): Promise<dynamic.DiffResult> => {
    const [before, after] = [withoutHostKeys(olds), withoutHostKeys(news)];
    const operation = this.operation(news, olds);
    const { changed, replaces, pending, deletesFirst } = await this.controller.diff(operation, id, before, after);
    if (changed.length === 0) return { changes: pending };
    // The engine ignores nulls, and would not detect a change that consists only of nulls.
    if (changed.every((name) => equals(olds[name], news[name]))) return { changes: true };
    const replacement = { replaces: [...replaces], ...(deletesFirst && { deleteBeforeReplace: true }) };
    // If `changes` is undefined, the engine compares the inputs itself and displays all changed properties.
    if (operation.planLog !== undefined || !this.hidesOnlyHostKeys(changed, olds, news)) return replacement;
    return { ...replacement, changes: true };
  };

  create = async (news: Values): Promise<dynamic.CreateResult> => {
    const { id, state } = await this.addHostKeysToError(news, this.controller.create(this.operation(news), withoutHostKeys(news)));
    return { id, outs: this.forHost(state, news) };
  };

  update = async (id: string, olds: Values, news: Values): Promise<dynamic.UpdateResult> => {
    const update = this.controller.update(this.operation(news, olds), id, withoutHostKeys(olds), withoutHostKeys(news));
    return { outs: this.forHost(await this.addHostKeysToError(news, update), news) };
  };

  read = async (id: string, props: Values = {}): Promise<dynamic.ReadResult> => {
    const found = await this.controller.read(this.operation(props), id, withoutHostKeys(props));
    if (found === undefined) return {};
    const [state, inputs] = [found.state, found.inputs].map((properties) => this.forHost(properties, props));
    return { id: found.id, props: state, inputs };
  };

  delete = async (id: string, props: Values): Promise<void> => {
    await this.controller.delete(this.operation(props), id, withoutHostKeys(props));
  };

  /**
   * Returns true if the engine's comparison would display changed keys of the host, such as the URN of a renamed resource, and the CLI's own
   * comparison displays everything else. The CLI omits these keys, but does not detect a difference between two secrets.
   */
  private hidesOnlyHostKeys(changed: readonly string[], olds: Values, news: Values): boolean {
    const wasSecret = this.controller.secretTest(secretsIn(olds));
    const isSecret = this.controller.secretTest(secretsIn(news));
    return hostKeys.some((key) => !equals(olds[key], news[key])) && !changed.some((name) => wasSecret(name) && isSecret(name));
  }

  /** Adds to the state of a partial error the keys from which the host loads the provider again. */
  private async addHostKeysToError<T>(news: Values, operation: Promise<T>): Promise<T> {
    return operation.catch((error: unknown) => {
      throw partialState(error, (state) => this.forHost(state, news));
    });
  }

  /** Adds the host's keys from `given`, and marks values that are always secret, because a transform might have removed the marks of the class. */
  private forHost(properties: Values, given: Values): Values {
    const keys = hostKeys.filter((key) => Object.hasOwn(given, key));
    const whole = { ...properties, ...Object.fromEntries(keys.map((key) => [key, given[key]])) };
    const secrets = Object.keys(whole).filter(this.controller.secretTest([]));
    return { ...whole, ...Object.fromEntries(secrets.map((name) => [name, markKnownSecret(whole[name])])) };
  }

  private operation(given: Values, state: Values = {}): Operation {
    const settings = this.settings ?? new AccountSettings(() => undefined, process.env);
    return {
      connect: () => {
        if (this.settings === undefined) throw new InputError("the engine passed no configuration");
        return (this.client ??= this.host.connect(settings.values));
      },
      settings,
      storedKeyHint: settings.storedKeyHint,
      log: this.host.log,
      secrets: [given, state].flatMap(secretsIn),
      urn: urnIn(given),
      planLog: planLogFrom(process.env),
    };
  }
}

export function withoutHostKeys(properties: Values): Values {
  return omit(properties, hostKeys);
}

const urnIn = ({ [urnKey]: urn }: Values): string | undefined => (typeof urn === "string" ? urn : undefined);

function secretsIn({ [secretsKey]: names }: Values): string[] {
  return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
}

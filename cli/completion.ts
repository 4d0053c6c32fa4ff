import { type Command, type Commands, defineCommand, exit } from "./command";
import { UsageError } from "./errors";
import { entryOf, listOf, type Option } from "./options";

const shells: Readonly<Record<string, (commands: Commands) => string>> = {
  bash: bashScript,
  // Its own emulation of bash's completion, which knows these words.
  zsh: (commands) => `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`,
  fish: fishScript,
};

export function completionOf(commands: () => Commands): Command {
  return defineCommand({
    summary: "print a script that completes commands and options in your shell",
    usage: "bash|zsh|fish",
    positionals: true,
    about: "Prints a script for bash, zsh or fish that completes commands, options and the values of options.",
    options: {},
    example: `  source <(graphplane completion bash)      # in ~/.bashrc; zsh in ~/.zshrc
  graphplane completion fish > ~/.config/fish/completions/graphplane.fish`,
    async run(_, terminal, [shell = "", ...more]) {
      const script = entryOf(shells, shell);
      if (script === undefined || more.length > 0) {
        const problem = shell === "" || more.length > 0 ? "give one shell" : `unsupported shell ${JSON.stringify(shell)}`;
        throw new UsageError(`${problem}; choose ${listOf(Object.keys(shells))}.`);
      }
      terminal.out(script(commands()));
      return exit.fine;
    },
  });
}

const words = (names: readonly string[]) => `words="${names.join(" ")}"`;
const optionsOf = ({ options }: Command): (readonly [string, Option])[] => Object.entries(options);

function bashScript(commands: Commands): string {
  const cases = Object.entries(commands).flatMap(([name, command]) => [
    // For a value without known choices, the shell offers files.
    ...optionsOf(command).flatMap(([option, { type, choices = [] }]) =>
      type === "string" ? [`    "${name} --${option}") ${words(choices)} ;;`] : [],
    ),
    `    "${name} "*) ${words([...optionsOf(command).map(([option]) => `--${option}`), "--help"])} ;;`,
  ]);
  return `_graphplane() {
  local words=""
  case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD-1]}" in
${cases.join("\n")}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then ${words([...Object.keys(commands), "help", "--help", "--version"])}; fi
  if [ "$COMP_CWORD" -eq 2 ] && [ "\${COMP_WORDS[1]}" = help ]; then ${words(Object.keys(commands))}; fi
  if [ "$COMP_CWORD" -eq 2 ] && [ "\${COMP_WORDS[1]}" = completion ]; then ${words([...Object.keys(shells), "--help"])}; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _graphplane graphplane`;
}

function fishScript(commands: Commands): string {
  const quote = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;
  const lines = Object.entries(commands).flatMap(([name, command]) => [
    `-n __fish_use_subcommand -a ${name} -d ${quote(command.summary)}`,
    ...optionsOf(command).map(([option, { type, choices, help }]) => {
      const value = type === "boolean" ? "" : choices === undefined ? " -r -F" : ` -x -a ${quote(choices.join(" "))}`;
      return `-n '__fish_seen_subcommand_from ${name}' -l ${option}${value} -d ${quote(help)}`;
    }),
  ]);
  const given = `-n '__fish_seen_subcommand_from completion' -a ${quote(Object.keys(shells).join(" "))}`;
  return ["-f", given, "-l help -s h", "-n __fish_use_subcommand -l version -s v", ...lines]
    .map((line) => `complete -c graphplane ${line}`)
    .join("\n");
}

/** Shells with completion. */
export const SHELLS = ['bash', 'zsh', 'fish', 'pwsh'] as const;

/** One of `SHELLS`. */
export type Shell = (typeof SHELLS)[number];

/**
 * Completion scripts. Each one calls this program, so it needs no list of commands. A line of the answer is a value, a
 * tab and its description.
 */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  // Bash splits words at colons and equals signs, and needs only the part after the last one.
  bash: `# completion of ccu-gateway for bash: eval "$(ccu-gateway completion bash)"
_ccu_gateway() {
  local -a words=()
  local word glue='' line current kept
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ -n $glue || $word == [:=]* ]] && (( \${#words[@]} )); then
      words[\${#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
    if [[ $word == *[:=] ]]; then glue=1; else glue=''; fi
  done
  (( \${#words[@]} )) || words=('')
  current=\${words[\${#words[@]}-1]}
  kept=\${current%"\${current##*[:=]}"}
  COMPREPLY=()
  while IFS= read -r line; do
    line=\${line%%$'\\t'*}
    COMPREPLY+=("$(printf '%q' "\${line#"$kept"}")")
  done < <(ccu-gateway complete -- "\${words[@]}" 2>/dev/null)
}
complete -F _ccu_gateway ccu-gateway
`,
  zsh: `#compdef ccu-gateway
# completion of ccu-gateway for zsh: eval "$(ccu-gateway completion zsh)", or as _ccu-gateway in a directory of $fpath
_ccu_gateway() {
  local -a lines values
  local line
  lines=("\${(@f)$(ccu-gateway complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  for line in "\${(@)lines}"; do
    [[ -n $line ]] && values+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  (( \${#values} )) && _describe 'value' values -U
}
if [[ $funcstack[1] == _ccu-gateway ]]; then _ccu_gateway "$@"; else compdef _ccu_gateway ccu-gateway; fi
`,
  fish: `# completion of ccu-gateway for fish: ccu-gateway completion fish > ~/.config/fish/completions/ccu-gateway.fish
function __ccu_gateway
    set -l words (commandline -opc)
    set -e words[1]
    ccu-gateway complete -- $words (commandline -ct) 2>/dev/null
end
complete -c ccu-gateway -f -a '(__ccu_gateway)'
`,
  // Before version 7.3 an empty word does not reach a program.
  pwsh: `# completion of ccu-gateway for PowerShell from 7.3: ccu-gateway completion pwsh | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName ccu-gateway -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @(foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
        if ($element.Extent.StartOffset -ge $cursorPosition) { break }
        if ($element -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $element.Value }
        else { $element.Extent.Text }
    })
    if ($wordToComplete -eq '') { $words += '' }
    ccu-gateway complete -- @words 2>$null | ForEach-Object {
        $value, $description = $_ -split "\`t", 2
        $text = if ($value -match '^[\\w:./=-]+$') { $value } else { "'" + $value.Replace("'", "''") + "'" }
        $tip = if ($description) { $description } else { $value }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $tip)
    }
}
`,
};

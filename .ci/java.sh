# What ./longstop, ./test and .ci/run share: finding a JDK and calling Maven.
# Sourced by bash; `root` is the project's folder.

java_min=17
maven_min_major=3
maven_min_minor=8

die() {
  printf 'longstop: %s\n' "$1" >&2
  shift
  [ $# -eq 0 ] || printf '%s\n' "$@" >&2
  exit 69
}

# Prints "rank<tab>home" for a JDK's folder, where the rank orders by version; nothing if it is not a JDK.
jdk_rank() {
  local home=$1 line version='' part parts
  [ -x "$home/bin/javac" ] && [ -r "$home/release" ] || return 0
  while IFS= read -r line; do
    case $line in JAVA_VERSION=*) version=${line#JAVA_VERSION=} ;; esac
  done < "$home/release"
  version=${version//\"/}
  version=${version#1.}
  IFS=. read -r -a parts <<< "${version//[^0-9.]/.}"
  part=${parts[0]:-0}
  printf '%d%03d%03d\t%s\n' "$((10#${part:-0}))" "$((10#0${parts[1]:-}))" "$((10#0${parts[2]:-}))" "$home"
}

# Every JDK on this machine that Longstop can use, newest first: "rank<tab>home" a line.
jdks() {
  local home on_path
  {
    jdk_rank "${JAVA_HOME:-/nowhere}"
    for home in /usr/lib/jvm/* /usr/java/* /opt/java/* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* \
      /Library/Java/JavaVirtualMachines/*/Contents/Home; do
      [ -L "$home" ] || jdk_rank "$home"
    done
    if on_path=$(command -v javac); then
      while [ -L "$on_path" ]; do
        home=$(readlink "$on_path")
        case $home in /*) on_path=$home ;; *) on_path=${on_path%/*}/$home ;; esac
      done
      jdk_rank "${on_path%/bin/javac}"
    fi
    if [ -x /usr/libexec/java_home ] && home=$(/usr/libexec/java_home 2> /dev/null); then
      jdk_rank "$home"
    fi
  } | sort -rnu -k1,1 | while IFS=$'\t' read -r rank home; do
    [ "$((rank / 1000000))" -lt "$java_min" ] || printf '%s\t%s\n' "$rank" "$home"
  done
}

# Picks the JDK that LONGSTOP_JAVA_HOME names, or the newest one: sets java_home, java_rank and java_major.
pick_jdk() {
  local found
  if [ -n "${LONGSTOP_JAVA_HOME:-}" ]; then
    found=$(jdk_rank "$LONGSTOP_JAVA_HOME")
    [ -n "$found" ] || die "LONGSTOP_JAVA_HOME is $LONGSTOP_JAVA_HOME, which is not the folder of a JDK."
  else
    found=$(jdks)
  fi
  IFS=$'\t' read -r java_rank java_home <<< "${found%%$'\n'*}"
  java_major=$((${java_rank:-0} / 1000000))
  [ "$java_major" -ge "$java_min" ] || die "no JDK $java_min or newer was found." \
    'Looked at LONGSTOP_JAVA_HOME, JAVA_HOME, /usr/lib/jvm, sdkman, macOS and the PATH. To get one:' \
    '  Debian, Ubuntu   apt install openjdk-17-jdk-headless' \
    '  Fedora           dnf install java-latest-openjdk-devel' \
    '  macOS            brew install --cask temurin' \
    '  elsewhere        https://adoptium.net' \
    'or set LONGSTOP_JAVA_HOME to the folder of one that is elsewhere.'
}

# Ends with a message if there is no Maven that can build this.
need_maven() {
  local version
  command -v mvn > /dev/null || no_maven 'Maven was not found.'
  version=$(JAVA_HOME=$java_home mvn -v 2> /dev/null)
  [[ $version =~ Apache\ Maven\ ([0-9]+)\.([0-9]+) ]] || no_maven '"mvn -v" does not say its version.'
  ((BASH_REMATCH[1] > maven_min_major || BASH_REMATCH[1] == maven_min_major && BASH_REMATCH[2] >= maven_min_minor)) ||
    no_maven "Maven ${BASH_REMATCH[1]}.${BASH_REMATCH[2]} is too old."
}

no_maven() {
  die "$1 Longstop is built by Maven $maven_min_major.$maven_min_minor or newer. To get it:" \
    '  Debian, Ubuntu   apt install maven' \
    '  Fedora           dnf install maven' \
    '  macOS            brew install maven' \
    '  elsewhere        https://maven.apache.org/download.cgi'
}

# Calls Maven in the project's folder with the picked JDK. MAVEN_ARGS is known to Maven only from 3.9 on, so it is handed
# over here; LONGSTOP_MAVEN_ARGS is the same for this project alone.
maven() {
  local options=${MAVEN_OPTS:-} said=${MAVEN_ARGS:-}
  # Maven's own libraries do things that newer Java warns about; that is not our reader's business.
  [ "$java_major" -lt 23 ] || options="--sun-misc-unsafe-memory-access=allow $options"
  (
    cd "$root" && unset MAVEN_ARGS
    # shellcheck disable=SC2086 # these are lists of words
    JAVA_HOME=$java_home MAVEN_OPTS=$options exec mvn --batch-mode -Dstyle.color=never $said ${LONGSTOP_MAVEN_ARGS:-} "$@"
  )
}
